import type { Offers } from '../../platform/area.ts'
import type { Platform } from '../../platform/platform.ts'

/** Context of all functions of this area. */
export type Alerts = Platform & Pick<Offers, 'authenticator'>

/** Services for the evaluation of rules. */
export type Evaluation = Pick<Alerts, 'db' | 'clock' | 'log'>
