/** Names of files below a rendition's playlist. */
export const initName = (init: number) => `init-${init}.mp4`
export const liveSegmentName = (msn: number) => `seg-${msn}.m4s`
export const livePartName = (msn: number, part: number) => `part-${msn}-${part}.m4s`

export type LiveFileName =
  | { readonly kind: 'init'; readonly init: number }
  | { readonly kind: 'segment'; readonly msn: number }
  | { readonly kind: 'part'; readonly msn: number; readonly part: number }

/** Parses a file name. Null for other names, including other spellings of the same number. */
export function parseLiveName(name: string): LiveFileName | null {
  const [, kind = '', first = '', second = ''] = /^([a-z]+)-(\d{1,9})(?:-(\d{1,4}))?\./.exec(name) ?? []
  const [number, part] = [Number(first), Number(second)]
  if (name === initName(number) && kind === 'init') return { kind: 'init', init: number }
  if (name === liveSegmentName(number)) return { kind: 'segment', msn: number }
  if (name === livePartName(number, part)) return { kind: 'part', msn: number, part }
  return null
}
