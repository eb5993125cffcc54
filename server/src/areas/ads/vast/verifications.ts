import { isWebUrl, textOrNull } from './texts.ts'
import { childrenOf, textsOf, type XmlElement } from './xml.ts'

/** A script that measures whether an ad can be seen (Open Measurement). Players with its SDK run it. */
export interface Verification {
  /** Such as `company.com-omid`. */
  readonly vendor: string
  readonly scriptUrl: string
  /** What the vendor's script is given. */
  readonly parameters: string | null
}

const MAX_PARAMETERS_LENGTH = 4000
/** Of an ad with all wrappers around it. */
export const MAX_VERIFICATIONS = 10

/** Scripts of an ad or a wrapper, in `AdVerifications` (VAST 4.1, 3.16) or, before that, in an extension of this type. */
export function verificationsIn(content: XmlElement): Verification[] {
  const extensions = childrenOf(content, 'Extensions')
    .flatMap((each) => childrenOf(each, 'Extension'))
    .filter(({ attributes }) => attributes.type === 'AdVerifications')
  return [content, ...extensions]
    .flatMap((element) => childrenOf(element, 'AdVerifications'))
    .flatMap((element) => childrenOf(element, 'Verification'))
    .flatMap(readVerification)
    .slice(0, MAX_VERIFICATIONS)
}

function readVerification(element: XmlElement): Verification[] {
  const script = childrenOf(element, 'JavaScriptResource').find(
    ({ attributes, text }) => attributes.apiFramework?.toLowerCase() === 'omid' && isWebUrl(text),
  )
  const parameters = textsOf(element, 'VerificationParameters')[0] ?? null
  if (script === undefined || (parameters?.length ?? 0) > MAX_PARAMETERS_LENGTH) return []
  return [{ vendor: textOrNull(element.attributes.vendor) ?? '', scriptUrl: script.text, parameters }]
}
