import type { Call } from '@kinora/contract'
import type { Authenticator } from './auth.ts'
import type { Config, Role } from './config.ts'
import type { Partitioned } from './database/partitions.ts'
import type { Subscription } from './events/subscriptions.ts'
import type { GaugeGroup } from './gauges/gauges.ts'
import type { Readiness } from './http/health/health.ts'
import type { HideIds, HttpServer } from './http/server.ts'
import type { AnyHandler } from './jobs/jobs.ts'
import type { SealedColumn, SealedRows } from './keys/sealed-columns.ts'
import type { Platform } from './platform.ts'

/** Services that areas provide to areas above them. Each area adds its own: `declare module '…/platform/area.ts'`. */
export interface Offers {
  /** From identity: authenticates callers and returns their rights. */
  readonly authenticator: Authenticator
}

/** Stops a service that `start` started. */
export type Stop = () => Promise<void> | void

/** An opened area in this process. All fields are optional. */
export interface OpenArea {
  readonly jobs?: readonly AnyHandler[]
  /** Columns that are encrypted with the key for stored secrets. */
  readonly sealed?: readonly (SealedColumn | SealedRows)[]
  /** Tasks that run every minute, in one process at a time, by name. A failed sweep does not block the others. */
  readonly sweeps?: Readonly<Record<string, () => Promise<void>>>
  readonly subscriptions?: readonly Subscription[]
  /** Gauges on `/metrics`. */
  readonly gauges?: readonly GaugeGroup[]
  /** Replaces the IDs in requests to the area that the caller's role hides. */
  readonly hideIds?: HideIds
  /** Registers hooks for every request, in every process. */
  readonly hooks?: (server: HttpServer) => void
  /** Registers routes, in processes of the role. */
  readonly routes?: Partial<Record<Role, (server: HttpServer) => Promise<void> | void>>
  /** Long-running services, in processes of the role. */
  readonly services?: Partial<Record<Role, () => Promise<Stop> | Stop>>
  /** Checks of `/readyz`, by name. */
  readonly readiness?: Readonly<Record<string, () => Promise<Readiness>>>
  readonly offers?: Partial<Offers>
  /** Closes the area after the web server and the jobs have ended. */
  readonly close?: Stop
}

/** Definition of an area. `npm run generate` lists all areas in floor order. */
export interface Area {
  readonly name: string
  /** The calls of the area. A process that serves every role checks at start that each call has a route. */
  readonly contract: Readonly<Record<string, Call>>
  /** Tables with weekly partitions. */
  readonly partitions?: readonly Partitioned[]
  /** Whether this installation does not have the area. Then none of its calls, sweeps and services exist. */
  readonly isOff?: (config: Config) => boolean
  /** Opens the area with the platform and the services of lower areas. */
  open(platform: Platform, offers: Offers): OpenArea | Promise<OpenArea>
}

export function defineArea(area: Area): Area {
  return area
}

/** Contributions of a feature to its area, exported as `feature` from the `feature.ts` of its folder. `npm run generate`
 * lists the features of each area in `features.gen.ts`.
 * @typeParam Context the services that the area gives to its features */
export interface Feature<Context> {
  readonly jobs?: (context: Context) => readonly AnyHandler[]
  readonly sealed?: readonly (SealedColumn | SealedRows)[]
  readonly sweeps?: (context: Context) => NonNullable<OpenArea['sweeps']>
  readonly subscriptions?: (context: Context) => readonly Subscription[]
  readonly gauges?: (context: Context) => readonly GaugeGroup[]
  /** Registers the routes of the role `web`. */
  readonly routes?: (server: HttpServer, context: Context) => void
  /** Registers the routes of the role `delivery`. */
  readonly viewerRoutes?: (server: HttpServer, context: Context) => Promise<void> | void
}

/** Opens the features of an area. @param own what the area adds itself */
export function openFeatures<Context>(
  features: readonly Feature<Context>[],
  context: Context,
  own: OpenArea = {},
): OpenArea {
  const { jobs = [], sealed = [], sweeps, subscriptions = [], gauges = [], routes } = own
  return {
    ...own,
    jobs: jobs.concat(features.flatMap((feature) => feature.jobs?.(context) ?? [])),
    sealed: [...sealed, ...features.flatMap((feature) => feature.sealed ?? [])],
    sweeps: Object.assign({}, sweeps, ...features.map((feature) => feature.sweeps?.(context))),
    subscriptions: subscriptions.concat(
      features.flatMap((feature) => feature.subscriptions?.(context) ?? []),
    ),
    gauges: gauges.concat(features.flatMap((feature) => feature.gauges?.(context) ?? [])),
    routes: {
      ...routes,
      async web(server) {
        await routes?.web?.(server)
        for (const feature of features) feature.routes?.(server, context)
      },
      async delivery(server) {
        await routes?.delivery?.(server)
        for (const feature of features) await feature.viewerRoutes?.(server, context)
      },
    },
  }
}

/** Opens the areas in order, each with the services of the areas before it. */
export async function openAreas(areas: readonly Area[], platform: Platform): Promise<OpenAreas> {
  const offered: Partial<Offers> = {}
  const opened: OpenArea[] = []
  for (const area of areas) {
    const open = await area.open(platform, offersOf(area.name, offered))
    Object.assign(offered, open.offers)
    opened.push(open)
  }
  return { opened, offers: offersOf('the web server', offered) }
}

export interface OpenAreas {
  readonly opened: readonly OpenArea[]
  readonly offers: Offers
}

/** Throws at the first access to a service that no earlier area provides. */
function offersOf(user: string, offered: Partial<Offers>): Offers {
  return new Proxy(offered, {
    get(target, name) {
      const offer: unknown = Reflect.get(target, name)
      if (offer === undefined)
        throw new Error(`${user} uses ${String(name)}, which no area before it provides`)
      return offer
    },
  }) as Offers
}

/** @throws Error with the names of the calls without a route */
export function assertRouted(areas: readonly Area[], { routed }: Pick<HttpServer, 'routed'>): void {
  const missing = areas.flatMap(({ name, contract }) =>
    Object.entries(contract).flatMap(([callName, call]) => (routed.has(call) ? [] : [`${name}.${callName}`])),
  )
  if (missing.length > 0) throw new Error(`no route serves ${missing.join(', ')}`)
}
