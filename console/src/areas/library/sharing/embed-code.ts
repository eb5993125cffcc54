export type EmbedSize =
  | { readonly kind: 'responsive'; readonly ratio: string }
  | { readonly kind: 'fixed'; readonly width: number; readonly height: number }

/** The aspect ratio of `9:16` or `2.39:1`; audio-only videos get the default player shape. */
export function aspectOf(aspectRatio: string | null): { width: number; height: number } {
  const [width = 16, height = 9] = aspectRatio?.split(':').map(Number) ?? []
  return { width, height }
}

/** The HTML that embeds the video. */
export function embedCode(address: string, title: string, size: EmbedSize): string {
  const [sides, style] =
    size.kind === 'fixed'
      ? [` width="${size.width}" height="${size.height}"`, 'border:0']
      : ['', `display:block;width:100%;aspect-ratio:${size.ratio};border:0`]
  // Sites have to send a referrer if the video is restricted to sites.
  const rights =
    'allow="autoplay; fullscreen; picture-in-picture; clipboard-write; web-share" allowfullscreen referrerpolicy="strict-origin-when-cross-origin"'
  return `<iframe src="${escaped(address)}" title="${escaped(title)}"${sides} ${rights} style="${style}"></iframe>`
}

/** The address with the query parameters, and the token last. */
export function embedAddress(embed: string, query: string, token: string | undefined): string {
  const parts = [query, token === undefined ? '' : `token=${token}`].filter((part) => part !== '')
  return parts.length === 0 ? embed : `${embed}?${parts.join('&')}`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
