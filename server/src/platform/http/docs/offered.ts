import { type Call, contract, type Right } from '@kinora/contract'

type Contract = Readonly<Record<string, Readonly<Record<string, Call>>>>

/** Calls and rights of this installation. Settings can turn areas off. */
export interface Offered {
  /** The calls by area. */
  readonly contract: Contract
  /** Whether the right, such as `Settings.Billing.read`, is for something that the installation has. */
  hasRight(right: string): boolean
}

/** @param absent the calls of each area that is turned off */
export function offeredWithout(absent: readonly Contract[string][]): Offered {
  const all: Contract = contract
  const offered = Object.fromEntries(Object.entries(all).filter(([, calls]) => !absent.includes(calls)))
  const left = featuresIn(offered)
  const missing = new Set([...featuresIn(all)].filter((feature) => !left.has(feature)))
  return {
    contract: offered,
    hasRight: (right) => !missing.has(right.slice(0, right.lastIndexOf('.'))),
  }
}

function featuresIn(all: Contract): Set<string> {
  const rights = Object.values(all).flatMap((calls) => Object.values(calls).map(({ right }) => right))
  return new Set(rights.flatMap((right) => (right === undefined ? [] : [featureOf(right)])))
}

const featureOf = ([module, feature]: Right) => `${module}.${feature}`
