// SPDX-FileCopyrightText: Vedette contributors
// SPDX-License-Identifier: Apache-2.0

// Fields and instants are the words in which the model is written: whoever imports the model has them too.
@_exported public import VedetteValues
