export const trendSize = { width: 1000, height: 100 } as const

/** The line of a chart of 1000 by 100 units from 0 to `top`, with a gap where values are missing. Null without values. */
export function trendPath(values: readonly (number | null)[], top: number): string | null {
  const { width, height } = trendSize
  const stepX = width / Math.max(1, values.length - 1)
  let isDrawing = false
  const parts = values.map((value, n) => {
    if (value === null) {
      isDrawing = false
      return ''
    }
    const x = Math.round(n * stepX)
    const y = Math.round(height - Math.min(1, Math.max(0, value / (top || 1))) * height)
    // A single value is a dot.
    const dot = (values[n + 1] ?? null) === null && !isDrawing ? 'h2' : ''
    const command = `${isDrawing ? 'L' : 'M'}${x} ${y}${dot}`
    isDrawing = true
    return command
  })
  const path = parts.join('')
  return path === '' ? null : path
}
