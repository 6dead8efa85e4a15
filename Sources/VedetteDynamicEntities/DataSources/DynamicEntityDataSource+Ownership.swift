// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

extension DynamicEntityDataSource {
    /// Whether an entity is of this source.
    package func owns(_ entity: DynamicEntity) -> Bool { entity.owner === entityStore }
}
