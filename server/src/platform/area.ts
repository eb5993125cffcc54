import type { Call } from '@kinora/contract'
import type { Authenticator } from './auth.ts'
import type { Role } from './config.ts'
import type { Partitioned } from './database/partitions.ts'
import type { Subscription } from './events/subscriptions.ts'
import type { Readiness } from './http/health.ts'
import type { HttpServer } from './http/server.ts'
import type { AnyHandler } from './jobs/jobs.ts'
import type { Platform } from './platform.ts'

/** What areas offer those above them. An area adds its own part: `declare module '…/platform/area.ts'`. */
export interface Offers {
  /** From identity: who calls and what they may do. */
  readonly authenticator: Authenticator
}

/** Ends a service that `start` began. */
export type Stop = () => Promise<void> | void

/** An area at work in this process. Everything is optional: an area declares what it has. */
export interface OpenArea {
  readonly jobs?: readonly AnyHandler[]
  /** Done every minute, by one process at a time, by name. A sweep that fails keeps back no other. */
  readonly sweeps?: Readonly<Record<string, () => Promise<void>>>
  readonly subscriptions?: readonly Subscription[]
  /** Registers hooks on every request, in every process. */
  readonly hooks?: (server: HttpServer) => void
  /** Registers routes, in processes of the role. */
  readonly routes?: Partial<Record<Role, (server: HttpServer) => Promise<void> | void>>
  /** Long-running services, in processes of the role. */
  readonly services?: Partial<Record<Role, () => Promise<Stop> | Stop>>
  /** What `/readyz` asks, by name. */
  readonly readiness?: Readonly<Record<string, () => Promise<Readiness>>>
  readonly offers?: Partial<Offers>
  /** Ends what opening began, after the web server and the jobs have ended. */
  readonly close?: Stop
}

/** What an area is before it is opened. `kinora.ts` lists all of them in floor order. */
export interface Area {
  readonly name: string
  /** Its calls. Each has a route: a process that serves every role checks that at its start. */
  readonly contract: Readonly<Record<string, Call>>
  /** Tables with a partition a week. */
  readonly partitions?: readonly Partitioned[]
  /** Opens the area on the platform and on what the areas before it offer. */
  open(platform: Platform, offers: Offers): OpenArea | Promise<OpenArea>
}

export function defineArea(area: Area): Area {
  return area
}

/** Opens the areas one after the other, each on the offers of those before it. */
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

/** Fails at the first use of what no area before this one offers. */
function offersOf(user: string, offered: Partial<Offers>): Offers {
  return new Proxy(offered, {
    get(target, name) {
      const offer: unknown = Reflect.get(target, name)
      if (offer === undefined) throw new Error(`${user} uses ${String(name)}, which no area before it offers`)
      return offer
    },
  }) as Offers
}

/** @throws Error naming the calls that no route serves */
export function assertRouted(areas: readonly Area[], { routed }: Pick<HttpServer, 'routed'>): void {
  const missing = areas.flatMap(({ name, contract }) =>
    Object.entries(contract).flatMap(([callName, call]) => (routed.has(call) ? [] : [`${name}.${callName}`])),
  )
  if (missing.length > 0) throw new Error(`no route serves ${missing.join(', ')}`)
}
