import { qrPath } from '../lib/qr'
import { cx } from './cx'

interface QrCodeProps {
  readonly text: string
  readonly label: string
  readonly className?: string
}

/** Dark on light in both themes, because scanners need it. */
export function QrCode({ text, label, className = 'size-48' }: QrCodeProps) {
  const { path, size } = qrPath(text)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx('rounded-3 border border-rule bg-[oklch(1_0_0)] text-[oklch(0.16_0.008_262)]', className)}
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
