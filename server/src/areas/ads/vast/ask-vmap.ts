import type { AdSkipReason } from '@kinora/contract'
import { type Exchange, openRequests, type RequestOptions, reasonOf } from './requests.ts'
import { VastRefused } from './vast.ts'
import { isVmap, type VmapBreak, vmapBreaks } from './vmap.ts'
import { readXml } from './xml.ts'

/** Requests the breaks of a video from an ad server. Never throws. */
export async function askVmap(
  url: string,
  options: RequestOptions,
): Promise<{ breaks: VmapBreak[]; reason: AdSkipReason | null; exchanges: readonly Exchange[] }> {
  const { exchanges, fetchText } = openRequests(options)
  try {
    const text = await fetchText(url)
    if (text === '') return { breaks: [], reason: 'no-ads', exchanges }
    const root = readXml(text)
    if (!isVmap(root)) throw new VastRefused('answer-invalid', `<${root.name}> is not VMAP`)
    return { breaks: vmapBreaks(root), reason: null, exchanges }
  } catch (error) {
    return { breaks: [], reason: reasonOf(error, options.signal), exchanges }
  }
}
