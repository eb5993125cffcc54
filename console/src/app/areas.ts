import { activity } from '../areas/activity'
import { ads } from '../areas/ads'
import { analytics } from '../areas/analytics'
import { campaigns } from '../areas/campaigns'
import { identity } from '../areas/identity'
import { library } from '../areas/library'
import { live } from '../areas/live'
import type { Area } from '../lib/area'

/** All areas, in the order of their entries in the sidebar. */
export const areas: readonly Area[] = [library, live, ads, analytics, identity, campaigns, activity]
