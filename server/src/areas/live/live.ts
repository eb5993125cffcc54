import type { Platform } from '../../platform/platform.ts'

/** What the features of live streams use. */
export type Live = Platform
