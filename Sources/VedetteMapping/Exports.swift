// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// A map is written in the words of the model: whoever imports this has them too.
@_exported public import VedetteModel
