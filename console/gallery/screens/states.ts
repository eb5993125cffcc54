import { ads } from './ads'
import { alerts } from './alerts'
import { analytics } from './analytics'
import { billing } from './billing'
import { exports } from './exports'
import { identity } from './identity'
import { infra } from './infra'
import { intake } from './intake'
import { intelligence } from './intelligence'
import { library } from './library'
import { live } from './live'
import { monitoring } from './monitoring'
import { payments } from './payments/payments'
import { portrait } from './portrait'
import { reports } from './reports'
import { social } from './social'
import type { State, States } from './state'
import { vconnect } from './vconnect'

const areas: Readonly<Record<string, States>> = {
  ads,
  alerts,
  analytics,
  billing,
  exports,
  identity,
  infra,
  intake,
  intelligence,
  library,
  live,
  monitoring,
  payments,
  portrait,
  reports,
  social,
  vconnect,
}

/** Every state by its name, such as `library/no videos`. */
export const states: ReadonlyMap<string, State> = new Map(
  Object.entries(areas).flatMap(([area, own]) =>
    Object.entries(own).map(([name, state]) => [`${area}/${name}`, state] as const),
  ),
)
