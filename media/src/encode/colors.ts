import type { SourceVideo } from '../probe/probe.ts'

type Colors = Pick<
  SourceVideo,
  'pixFmt' | 'colorSpace' | 'colorTransfer' | 'colorPrimaries' | 'isHdr' | 'isFullRange'
>

/** Filters that convert frames to BT.709 in video range and tag them, so that encoders write it down and later filters
 * know it. Players on Media Source Extensions read what is not tagged as BT.709, so we do. */
export function toBt709(video: Colors, filters: ReadonlySet<string>): string[] {
  return [
    ...(video.isHdr ? toSdr(video, filters) : toMatrix709(video)),
    `setparams=${tags('bt709')}:range=tv`,
  ]
}

/** Without these flags colors are some steps off. */
const exactly = 'scale=flags=bicubic+accurate_rnd+full_chroma_int'

/** Names that ffmpeg's scale has for the tags of streams. */
const matrices: Record<string, string> = {
  smpte170m: 'smpte170m',
  bt470bg: 'bt470',
  fcc: 'fcc',
  smpte240m: 'smpte240m',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
}

function toMatrix709({ pixFmt, colorSpace, isFullRange }: Colors): string[] {
  const isRgb = /rgb|bgr|gbr|pal8/.test(pixFmt)
  const matrix = isRgb ? undefined : matrices[colorSpace]
  if (!isRgb && matrix === undefined && !isFullRange && !pixFmt.startsWith('yuvj')) return []
  return [
    `${exactly}:in_color_matrix=${matrix ?? 'bt709'}:out_color_matrix=bt709:out_range=tv`,
    'format=yuv420p',
  ]
}

/** Without zscale the video looks flat but plays, and at least its tags no longer claim HDR. A video that states only
 * its transfer is in BT.2020, as all of HDR is (ITU-R BT.2100). */
function toSdr(
  { colorTransfer, colorPrimaries, colorSpace }: Colors,
  filters: ReadonlySet<string>,
): string[] {
  if (!filters.has('zscale') || !filters.has('tonemap')) return []
  const isKnown = ![colorPrimaries, colorSpace].some((tag) => ['', 'unknown', 'reserved'].includes(tag))
  return [
    ...(isKnown ? [] : [`setparams=${tags('bt2020', colorTransfer, 'bt2020nc')}`]),
    'zscale=t=linear:npl=100',
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
  ]
}

function tags(primaries: string, transfer = primaries, matrix = primaries): string {
  return `color_primaries=${primaries}:color_trc=${transfer}:colorspace=${matrix}`
}

/** Filters from `toBt709` to the colors of an image format: JPEG and WebP have no tags and are always BT.601. */
export function toImageColors(format: 'jpg' | 'png' | 'webp' | 'gif'): string[] {
  const from = `${exactly}:in_color_matrix=bt709:in_range=tv`
  switch (format) {
    case 'jpg':
      return [`${from}:out_color_matrix=bt601:out_range=pc`, 'format=yuvj420p']
    case 'webp':
      return [`${from}:out_color_matrix=bt601:out_range=tv`, 'format=yuv420p']
    case 'png':
      // PNG would have the gamma of BT.709, by which browsers would change its grays.
      return [from, 'format=rgb24', 'setparams=color_primaries=bt709:color_trc=iec61966-2-1']
    case 'gif':
      return [from, 'format=rgb24']
  }
}
