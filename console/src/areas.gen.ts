// Written by `npm run generate`.
import { identity } from './areas/identity'
import { activity } from './areas/activity'
import { library } from './areas/library'
import { live } from './areas/live'
import { ads } from './areas/ads'
import { monitoring } from './areas/monitoring'
import { intelligence } from './areas/intelligence'
import { campaigns } from './areas/campaigns'
import { portrait } from './areas/portrait'
import { social } from './areas/social'
import { vconnect } from './areas/vconnect'
import { intake } from './areas/intake'
import { analytics } from './areas/analytics'
import { alerts } from './areas/alerts'
import { reports } from './areas/reports'
import { billing } from './areas/billing'
import { infra } from './areas/infra'
import type { Area } from './lib/area'

/** All areas, in the order of their entries in lists. */
export const areas: readonly Area[] = [library, live, ads, monitoring, intelligence, campaigns, portrait, social, vconnect, intake, analytics, alerts, reports, billing, infra, identity, activity]
