// Written by `npm run generate`.
import { identity } from './areas/identity/index.ts'
import { activity } from './areas/activity/index.ts'
import { delivery } from './areas/delivery/index.ts'
import { library } from './areas/library/index.ts'
import { live } from './areas/live/index.ts'
import { ads } from './areas/ads/index.ts'
import { monitoring } from './areas/monitoring/index.ts'
import { intelligence } from './areas/intelligence/index.ts'
import { campaigns } from './areas/campaigns/index.ts'
import { portrait } from './areas/portrait/index.ts'
import { social } from './areas/social/index.ts'
import { vconnect } from './areas/vconnect/index.ts'
import { intake } from './areas/intake/index.ts'
import { analytics } from './areas/analytics/index.ts'
import { alerts } from './areas/alerts/index.ts'
import { reports } from './areas/reports/index.ts'
import { billing } from './areas/billing/index.ts'
import { infra } from './areas/infra/index.ts'

/** All areas in floor order. Each builds on the ones before it. */
export const areas = [identity, activity, delivery, library, live, ads, monitoring, intelligence, campaigns, portrait, social, vconnect, intake, analytics, alerts, reports, billing, infra] as const
