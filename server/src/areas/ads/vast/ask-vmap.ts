import type { AdSkipReason } from '@kinora/contract'
import { type Exchange, openRequests, type RequestOptions, reasonOf } from './requests.ts'
import { VastRefused } from './vast.ts'
import { isVmap, type VmapBreak, vmapBreaks } from './vmap.ts'
import { readXml } from './xml.ts'

/** Requests the breaks of a video from an ad server. Never throws. @param fill replaces the macros of the URL */
export async function askVmap(
  url: string,
  options: RequestOptions,
  fill: (url: string) => string = (each) => each,
): Promise<{ breaks: VmapBreak[]; reason: AdSkipReason | null; exchanges: readonly Exchange[] }> {
  const { exchanges, ask } = openRequests(options)
  try {
    const { found: breaks } = await ask(url, fill, readBreaks)
    return { breaks: breaks ?? [], reason: breaks === null ? 'no-ads' : null, exchanges }
  } catch (error) {
    return { breaks: [], reason: reasonOf(error, options.signal), exchanges }
  }
}

/** Null for an empty answer. */
function readBreaks(text: string): VmapBreak[] | null {
  if (text === '') return null
  const root = readXml(text)
  if (!isVmap(root)) throw new VastRefused('answer-invalid', `<${root.name}> is not VMAP`)
  return vmapBreaks(root)
}
