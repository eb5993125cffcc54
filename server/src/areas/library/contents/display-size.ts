import type { renditions } from './tables.ts'

/** Size of a video without a source file, such as a recording: that of its best rendition. Null for audio only. */
export function displayOf(
  rows: readonly Pick<typeof renditions.$inferSelect, 'width' | 'height'>[],
): { readonly width: number; readonly height: number } | null {
  const sizes = rows.flatMap(({ width, height }) => (width && height ? [{ width, height }] : []))
  return sizes.sort((a, b) => b.width * b.height - a.width * a.height)[0] ?? null
}
