import { escapeHtml } from './pages.ts'

/** HTML that shows the player in a page. */
export function embedCode(address: string, { width, height } = { width: 640, height: 360 }): string {
  return `<iframe src="${escapeHtml(address)}" width="${width}" height="${height}" allow="autoplay; fullscreen; picture-in-picture; clipboard-write; web-share" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" style="border:0"></iframe>`
}
