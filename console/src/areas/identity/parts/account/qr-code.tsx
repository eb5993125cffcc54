import { encode } from 'uqr'

interface QrCodeProps {
  readonly text: string
  readonly label: string
}

/** Dark on light in either theme, with the quiet zone of four modules that scanners look for (ISO/IEC 18004). */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-3 border border-rule bg-[oklch(1_0_0)] text-[oklch(0.16_0.008_262)]"
    >
      <path d={dark.join('')} fill="currentColor" />
    </svg>
  )
}
