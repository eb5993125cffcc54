import { textOrNull, webUrlOf } from './texts.ts'
import { childrenOf, textsOf, type XmlElement } from './xml.ts'

/** An Open Measurement script that measures viewability. Players with the OM SDK run it. */
export interface Verification {
  /** Name of the vendor, such as `company.com-omid`. */
  readonly vendor: string
  readonly scriptUrl: string
  /** Parameters for the vendor's script. */
  readonly parameters: string | null
}

const MAX_PARAMETERS_LENGTH = 4000
/** Scripts of an ad with all wrappers around it. */
export const MAX_VERIFICATIONS = 10

/** Reads the scripts of an ad or wrapper from `AdVerifications` (VAST 4.1, 3.16), or from an extension in older versions. */
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
  const [scriptUrl] = childrenOf(element, 'JavaScriptResource').flatMap(({ attributes, text }) => {
    const url = attributes.apiFramework?.toLowerCase() === 'omid' ? webUrlOf(text) : null
    return url === null ? [] : [url]
  })
  const parameters = textsOf(element, 'VerificationParameters')[0] ?? null
  if (scriptUrl === undefined || (parameters?.length ?? 0) > MAX_PARAMETERS_LENGTH) return []
  return [{ vendor: textOrNull(element.attributes.vendor) ?? '', scriptUrl, parameters }]
}
