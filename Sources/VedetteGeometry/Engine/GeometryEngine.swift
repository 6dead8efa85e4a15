// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

/// Operations on geometries: planar ones by GEOS, projections and geodesics by PROJ.
public enum GeometryEngine {}
