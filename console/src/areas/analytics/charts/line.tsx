import type { ReactNode } from 'react'

interface Size {
  readonly width: number
  readonly height: number
}

interface LineProps {
  readonly path: string
  readonly color: string
  readonly isBefore: boolean | undefined
  /** Size of the chart. */
  readonly size: Size
  /** Position from which the line is dashed, because its values can still change. */
  readonly dashedFrom: number | undefined
}

/** A line of a chart. */
export function Line({ path, color, isBefore, size, dashedFrom }: LineProps) {
  if (dashedFrom === undefined) {
    const dashes = isBefore && { strokeDasharray: '4 4' }
    return <path d={path} stroke={color} strokeWidth={isBefore ? 1.4 : 1.8} {...dashes} />
  }
  return (
    <>
      <Clip from={0} to={dashedFrom} height={size.height}>
        <path d={path} stroke={color} strokeWidth={1.8} />
      </Clip>
      <Clip from={dashedFrom} to={size.width} height={size.height}>
        <path d={path} stroke={color} strokeWidth={1.8} strokeDasharray="3 3" />
      </Clip>
    </>
  )
}

interface ClipProps {
  readonly from: number
  readonly to: number
  readonly height: number
  readonly children: ReactNode
}

/** Margin, so that half the stroke at the top or bottom is not cut off. */
const ROOM = 4

/** Shows only the part of its children between two x positions. */
function Clip({ from, to, height, children }: ClipProps) {
  const box = { x: from, y: -ROOM, width: Math.max(0, to - from), height: height + 2 * ROOM }
  return (
    <svg {...box} viewBox={Object.values(box).join(' ')} aria-hidden>
      {children}
    </svg>
  )
}
