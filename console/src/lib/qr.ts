import { encode } from 'uqr'

const INK = '#15171c'
const PAPER = '#ffffff'
/** Size of a module in the image file: large enough for print. */
const MODULE_PX = 24

/** The dark modules of a QR code as an SVG path, with the quiet zone of four modules (ISO/IEC 18004). */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: dark.join(''), size }
}

export function qrSvg(text: string): Blob {
  const { path, size } = qrPath(text)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<path fill="${PAPER}" d="M0 0h${size}v${size}H0z"/><path fill="${INK}" d="${path}"/></svg>`,
  ]
  return new Blob(parts, { type: 'image/svg+xml' })
}

export async function qrPng(text: string): Promise<Blob> {
  const { path, size } = qrPath(text)
  const canvas = new OffscreenCanvas(size * MODULE_PX, size * MODULE_PX)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser cannot draw on a canvas')
  context.scale(MODULE_PX, MODULE_PX)
  context.fillStyle = PAPER
  context.fillRect(0, 0, size, size)
  context.fillStyle = INK
  context.fill(new Path2D(path))
  return canvas.convertToBlob({ type: 'image/png' })
}
