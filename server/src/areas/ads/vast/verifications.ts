import { childrenOf, isWebUrl, textsOf, type XmlElement } from './xml.ts'

/** A script that measures an ad in the player (Open Measurement). */
export interface Verification {
  readonly vendor: string
  readonly url: string
  /** What the script needs of a player, such as `omid`. */
  readonly apiFramework: string
  readonly parameters: string | null
  /** To be requested if a player does not run the script. */
  readonly notExecutedUrls: readonly string[]
}

/** Of an ad with all wrappers around it. */
export const MAX_VERIFICATIONS = 10
const MAX_REPORTS = 5
const MAX_VENDOR = 200
const MAX_PARAMETERS = 4000

/** The verifications of an ad or wrapper: an element of VAST 4.1 and later (VAST 4.3, 3.16), and an extension in earlier
 * versions. */
export function verificationsOf(content: XmlElement): Verification[] {
  const extensions = childrenOf(content, 'Extensions')
    .flatMap((element) => childrenOf(element, 'Extension'))
    .filter(({ attributes }) => attributes.type === 'AdVerifications')
  // Some ad servers leave the inner element out.
  const lists = [content, ...extensions].flatMap((element) => childrenOf(element, 'AdVerifications'))
  return [...lists, ...extensions]
    .flatMap((element) => childrenOf(element, 'Verification'))
    .flatMap(readVerification)
    .slice(0, MAX_VERIFICATIONS)
}

function readVerification(element: XmlElement): Verification[] {
  const { vendor = '' } = element.attributes
  const [parameters = null] = textsOf(element, 'VerificationParameters')
  // Half of them would mean something else.
  if (vendor.length > MAX_VENDOR || (parameters?.length ?? 0) > MAX_PARAMETERS) return []
  const notExecutedUrls = childrenOf(element, 'TrackingEvents')
    .flatMap((events) => childrenOf(events, 'Tracking'))
    .filter(({ attributes, text }) => attributes.event === 'verificationNotExecuted' && isWebUrl(text))
    .map(({ text }) => text)
    .slice(0, MAX_REPORTS)
  return childrenOf(element, 'JavaScriptResource')
    .filter(({ text }) => isWebUrl(text))
    .slice(0, 1)
    .map(({ attributes, text: url }) => ({
      ...{ vendor, url, parameters, notExecutedUrls },
      apiFramework: (attributes.apiFramework ?? '').slice(0, 40),
    }))
}
