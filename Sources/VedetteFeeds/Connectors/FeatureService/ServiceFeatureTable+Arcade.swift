// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

package import VedetteExpressions
import VedetteModel

extension ServiceFeatureTable: ArcadeLoadable {}
