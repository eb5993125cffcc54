import * as read from '../../lib/browser/read'
import { presets, usualPreset } from './ranges'

/** What the screen shows is in its address, so that it can be shared. */
export const analyticsSearch = read.fields({ range: read.oneOf(presets, usualPreset) })
export const usualView = { range: usualPreset } as const
