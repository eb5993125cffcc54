import type { AdRequestOutcome } from '@kinora/contract'
import type { Decision } from '../decisions/decision.ts'
import type { Exchange } from '../vast/requests.ts'
import { VastRefused, vastOf } from '../vast/vast.ts'
import { isVmap, vmapBreaks } from '../vast/vmap.ts'
import { readXml } from '../vast/xml.ts'
import type { AdRequestFact } from './fact.ts'

/** Length at which stored answers are cut. A cut answer cannot be parsed, and counts as one with ads. */
const WHOLE_CHARACTERS = 4000

/** Facts about the requests for a break. Requests that were not sent because the server is paused do not count. */
export function requestFacts(
  common: Pick<AdRequestFact, 'channelId' | 'viewer'>,
  { kind, exchanges }: Pick<Decision, 'kind' | 'exchanges'>,
): AdRequestFact[] {
  return exchanges
    .filter(({ reason }) => reason !== 'server-paused')
    .map((exchange) => ({
      ...common,
      breakKind: kind,
      adServer: hostOf(exchange.url),
      outcome: outcomeOf(exchange),
      status: exchange.status ?? 0,
      tookMs: Math.round(exchange.tookMs),
    }))
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}

export function outcomeOf({ fault, reason, answer }: Exchange): AdRequestOutcome {
  switch (reason) {
    case 'server-timeout':
    case 'address-refused':
    case 'answer-too-large':
    case 'answer-invalid':
    case 'version-unsupported':
      return reason
  }
  // A remark on an answer has no reason.
  if (fault !== null && reason !== null) return 'server-failed'
  if (answer.length >= WHOLE_CHARACTERS) return 'ads'
  try {
    const root = readXml(answer)
    const found = isVmap(root) ? vmapBreaks(root) : vastOf(root).ads
    return found.length > 0 ? 'ads' : 'empty'
  } catch (error) {
    return error instanceof VastRefused && error.reason === 'version-unsupported'
      ? error.reason
      : 'answer-invalid'
  }
}
