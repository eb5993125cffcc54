export type EmbedSize =
  | { readonly kind: 'responsive'; readonly ratio: string }
  | { readonly kind: 'fixed'; readonly width: number; readonly height: number }

/** The sides of a picture as it is shown, of `9:16` or `2.39:1`; sound alone gets a player of the usual shape. */
export function aspectOf(aspectRatio: string | null): { width: number; height: number } {
  const [width = 16, height = 9] = aspectRatio?.split(':').map(Number) ?? []
  return { width, height }
}

/** What somebody puts into a page of theirs to have the video there. */
export function embedCode(address: string, title: string, size: EmbedSize): string {
  const [sides, style] =
    size.kind === 'fixed'
      ? [` width="${size.width}" height="${size.height}"`, 'border:0']
      : ['', `display:block;width:100%;aspect-ratio:${size.ratio};border:0`]
  // Sites that the video is limited to have to say that it is them.
  const rights =
    'allow="autoplay; fullscreen; picture-in-picture" allowfullscreen referrerpolicy="strict-origin-when-cross-origin"'
  return `<iframe src="${escaped(address)}" title="${escaped(title)}"${sides} ${rights} style="${style}"></iframe>`
}

/** With what stands in the query added, and a token last. */
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
