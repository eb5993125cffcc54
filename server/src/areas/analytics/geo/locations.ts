import { unwatchFile, watchFile } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Reader, type Response } from 'mmdb-lib'
import type { Config } from '../../../platform/config.ts'
import { type Logger, messageOf } from '../../../platform/log.ts'
import { StartupFailure } from '../../../platform/startup-failure.ts'
import type { ViewFacts } from '../deltas/deltas.ts'

/** The location of an IP address. `country` is an ISO 3166 code, the other fields are names. Empty if unknown. */
export type Location = Pick<ViewFacts, 'country' | 'region' | 'city' | 'isp'>

export interface Locations {
  locationOf(address: string): Location
  close(): void
}

interface Database {
  get(address: string): unknown
  close(): void
}

/** The bundled database has only countries (CC0). Databases with cities and providers require a license agreement. */
const countriesFile = () =>
  fileURLToPath(import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'))
const CHECK_MS = 60_000

/** Opens the operator's MMDB files, and follows their updates. @throws StartupFailure if one cannot be read */
export async function openLocations(
  { GEO_CITY_DB, GEO_ISP_DB }: Pick<Config, 'GEO_CITY_DB' | 'GEO_ISP_DB'>,
  log: Logger,
): Promise<Locations> {
  const cities = await openDatabase('GEO_CITY_DB', GEO_CITY_DB ?? countriesFile(), log)
  const providers = GEO_ISP_DB === undefined ? null : await openDatabase('GEO_ISP_DB', GEO_ISP_DB, log)
  return {
    locationOf(given) {
      const address = withoutMapping(given)
      return { ...cityOf(cities.get(address)), isp: providerOf(providers?.get(address)) }
    },
    close() {
      cities.close()
      providers?.close()
    },
  }
}

/** The IPv4 address of `::ffff:49.32.0.1` or `::ffff:3120:1`, as servers that listen on IPv6 name it (RFC 4291, 2.5.5.2). */
function withoutMapping(address: string): string {
  const [, rest = ''] = /^(?:0{0,4}:){2,5}ffff:(.+)$/i.exec(address) ?? []
  if (rest === '') return address
  if (rest.includes('.')) return rest
  const bytes = rest.split(':').flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
  return bytes.join('.')
}

async function openDatabase(setting: string, path: string, log: Logger): Promise<Database> {
  const read = async () => new Reader<Response>(await readFile(path))
  /** Null once it is closed: the file takes megabytes. */
  let reader: Reader<Response> | null = await read().catch((error: unknown) => {
    throw new StartupFailure(
      `${setting}: ${path} is not an MMDB file that can be read (${messageOf(error)}).`,
    )
  })
  const update = () => {
    read().then(
      (next) => {
        if (reader !== null) reader = next
      },
      (err: unknown) =>
        log.warn({ err, path }, 'the new location database cannot be read; the old one is used'),
    )
  }
  watchFile(path, { interval: CHECK_MS, persistent: false }, update)
  return {
    get(address) {
      try {
        return reader?.get(address) ?? null
      } catch {
        // For example an IPv6 address in an IPv4 database.
        return null
      }
    },
    close() {
      unwatchFile(path, update)
      reader = null
    },
  }
}

/** Reads nested records (MaxMind: `country.iso_code`) and flat ones (`country_code`). */
function cityOf(record: unknown): Omit<Location, 'isp'> {
  const country = text(record, 'country', 'iso_code') || text(record, 'country_code')
  return {
    country: /^[A-Z]{2}$/i.test(country) ? country.toUpperCase() : '',
    region: text(record, 'subdivisions', '0', 'names', 'en') || text(record, 'state1'),
    city: text(record, 'city', 'names', 'en') || text(record, 'city'),
  }
}

function providerOf(record: unknown): string {
  return text(record, 'isp') || text(record, 'autonomous_system_organization')
}

/** The text at a path of the record, or an empty text. */
function text(record: unknown, ...path: string[]): string {
  let at = record
  for (const name of path) at = (at as Record<string, unknown> | null | undefined)?.[name]
  return typeof at === 'string' ? at : ''
}
