import {
  openAddress,
  type StoredAddress,
  shownAddress,
  storeAddress,
} from '../../../platform/net/stored-address.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { ChannelAddresses, ChannelRow, StoredChannel } from './channel-row.ts'

const names = [
  'prerollAdTagUrl',
  'midrollAdTagUrl',
  'vmapUrl',
  'openingBumperUrl',
  'closingBumperUrl',
  'slateUrl',
] as const

type Stored = { -readonly [Name in keyof ChannelAddresses]: StoredChannel[Name] }
type Given = { readonly [Name in keyof ChannelAddresses]?: ChannelAddresses[Name] | undefined }

/** The given addresses as they are stored. @param before the channel that they change, whose secrets stay */
export function storedAddresses<G extends Given>(
  secrets: Secrets,
  given: G,
  before: StoredChannel | null,
): { [Name in keyof G & keyof Stored]: undefined extends G[Name] ? Stored[Name] | undefined : Stored[Name] } {
  const stored: Partial<Stored> = {}
  for (const name of names) {
    const address = given[name]
    if (address !== undefined)
      stored[name] = address === null ? null : storeAddress(secrets, address, before?.[name])
  }
  const known = before?.houseAdUrls ?? []
  if (given.houseAdUrls !== undefined)
    // People can change their order.
    stored.houseAdUrls = given.houseAdUrls.map((address, n) =>
      storeAddress(secrets, address, known.find((each) => shownAddress(each) === address) ?? known[n]),
    )
  // It has the same fields as what was given.
  return stored as ReturnType<typeof storedAddresses<G>>
}

/** The channel with whole addresses, for requests. */
export function openChannel(secrets: Secrets, row: StoredChannel): ChannelRow {
  return withAddresses(row, (address) => openAddress(secrets, address))
}

/** Fields of the channel with its addresses as people see them. */
export function shownFields<Fields extends Partial<Stored>>(fields: Fields) {
  return withAddresses(fields, shownAddress)
}

function withAddresses<Fields extends Partial<Stored>>(
  fields: Fields,
  read: (address: StoredAddress) => string,
): Omit<Fields, keyof Stored> & Pick<ChannelAddresses, keyof Fields & keyof Stored> {
  const found = names.flatMap((name) => {
    const address = fields[name]
    return address === undefined ? [] : [[name, address && read(address)]]
  })
  const houseAdUrls = fields.houseAdUrls?.map(read)
  const addresses = { ...Object.fromEntries(found), ...(houseAdUrls && { houseAdUrls }) }
  // Only addresses change.
  return { ...fields, ...addresses } as ReturnType<typeof withAddresses<Fields>>
}
