// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Makes what draws the scene, and tells each part of the others. Only where there is CesiumJS.

import { scaleOfZoom } from "../camera.js";
import { SceneCamera } from "./scene-camera.js";
import { SceneGraphics } from "./scene-graphics.js";
import { SceneInput } from "./scene-input.js";
import { ScenePace } from "./scene-pace.js";
import { ScenePicture } from "./scene-picture.js";
import { SceneView } from "./scene-view.js";

/** {view, camera, picture, graphics, input, pace} of a scene, which begins at `camera`. `tool` is the SceneTool. `?scene=lite` or `?scene=full` in the address goes before what renders. */
export function makeParts(Cesium, tool, camera) {
  const wish = new URLSearchParams(location.search).get("scene");
  const view = new SceneView(Cesium, tool.frame.stage, { lite: wish === "lite" ? true : wish === "full" ? false : null });
  view.canvas.setAttribute("aria-label", "Scene. While something is followed, arrow keys turn the camera about it, plus and minus change its distance; Enter selects what is nearest to the middle.");
  view.canvas.setAttribute("role", "application");
  const sceneCamera = new SceneCamera(view, camera, { still: () => tool.still });
  const picture = new ScenePicture(view, sceneCamera, tool.page, tool);
  const input = new SceneInput(view.canvas, {
    following: () => tool.isFollowing, apply: (input) => tool.apply(input), grab: () => sceneCamera.grab(),
    click: (x, y, touch) => tool.click(x, y, touch), pointed: (x, y) => tool.point(x, y), chosen: () => tool.choose(),
  });
  const graphics = new SceneGraphics(view, tool.page.graphics, picture.entities, () => 1_000 * (tool.page.server.greeting?.frameInterval || 0.2));
  picture.entities.also = (followed, local) => {
    graphics.draw(view, followed, tool.page.serverTime(local), scaleOfZoom(tool.page.liveMap.view.projection.zoom));
    picture.drawLocation();
  };
  picture.alsoDue = () => graphics.isDue;
  return { view, camera: sceneCamera, picture, graphics, input, pace: new ScenePace(view.lite) };
}
