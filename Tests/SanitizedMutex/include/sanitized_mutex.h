/* SPDX-FileCopyrightText: Vedette contributors */
/* SPDX-License-Identifier: Apache-2.0 */

/* Nothing to call: linking it is enough. See sanitized_mutex.c. */
