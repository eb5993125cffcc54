import { numbers, range, type Scene } from './scene'

export const City: Scene = ({ id }) => {
  const next = numbers(21)
  const towers = range(13).map((at) => ({ x: at * 13 - 4, width: 9 + next() * 6, top: 24 + next() * 52 }))
  return (
    <>
      <defs>
        <linearGradient id={`${id}-dusk`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.25 0.06 275)" />
          <stop offset="1" stopColor="oklch(0.52 0.11 330)" />
        </linearGradient>
      </defs>
      <rect width="160" height="112" fill={`url(#${id}-dusk)`} />
      {towers.map(({ x, width, top }) => (
        <g key={x}>
          <rect x={x} y={top} width={width} height={112 - top} fill="oklch(0.2 0.03 272)" />
          {range(Math.floor((108 - top) / 5) * 2).map((pane) => (
            <rect
              key={pane}
              x={x + 2 + (pane % 2) * (width / 2 - 1)}
              y={top + 3 + Math.floor(pane / 2) * 5}
              width={width / 2 - 3}
              height="2.4"
              fill="oklch(0.86 0.11 82)"
              opacity={next() > 0.55 ? 0.9 : 0.12}
            />
          ))}
        </g>
      ))}
    </>
  )
}

export const Studio: Scene = ({ id }) => (
  <>
    <defs>
      <linearGradient id={`${id}-beam`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(0.95 0.05 220)" stopOpacity="0.7" />
        <stop offset="1" stopColor="oklch(0.95 0.05 220)" stopOpacity="0" />
      </linearGradient>
    </defs>
    <rect width="160" height="112" fill="oklch(0.26 0.06 258)" />
    {range(4).map((panel) => (
      <rect
        key={panel}
        x={6 + panel * 38}
        y="16"
        width="34"
        height="46"
        fill={`oklch(${0.42 + (panel % 2) * 0.08} 0.12 ${248 + panel * 8})`}
      />
    ))}
    <path d="M28 0h10l26 112H6zM122 0h10l22 112H96z" fill={`url(#${id}-beam)`} />
    <ellipse cx="80" cy="104" rx="92" ry="20" fill="oklch(0.34 0.06 256)" />
    <g fill="oklch(0.16 0.03 262)">
      <circle cx="58" cy="58" r="8" />
      <path d="M42 92c0-18 5-25 16-25s16 7 16 25z" />
      <circle cx="104" cy="60" r="8" />
      <path d="M88 94c0-18 5-25 16-25s16 7 16 25z" />
    </g>
    <path d="M24 86h112l-8 26H32z" fill="oklch(0.72 0.1 240)" />
    <path d="M24 86h112l-1 4H25z" fill="oklch(0.92 0.04 230)" />
  </>
)

export const Lights: Scene = () => {
  const next = numbers(64)
  return (
    <>
      <rect width="160" height="112" fill="oklch(0.17 0.03 290)" />
      {range(34).map((light) => (
        <circle
          key={light}
          cx={next() * 160}
          cy={18 + next() * 84}
          r={3 + next() * 12}
          fill={`oklch(0.78 0.15 ${20 + next() * 70 + (light % 4 === 0 ? 190 : 0)})`}
          opacity={0.14 + next() * 0.42}
        />
      ))}
    </>
  )
}

export const Road: Scene = ({ id }) => (
  <>
    <defs>
      <linearGradient id={`${id}-night`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="oklch(0.22 0.04 262)" />
        <stop offset="0.5" stopColor="oklch(0.45 0.09 40)" />
        <stop offset="0.52" stopColor="oklch(0.2 0.02 262)" />
        <stop offset="1" stopColor="oklch(0.27 0.02 262)" />
      </linearGradient>
    </defs>
    <rect width="160" height="112" fill={`url(#${id}-night)`} />
    <path d="M76 57h8l70 55H6z" fill="oklch(0.31 0.015 262)" />
    {range(5).map((dash) => (
      <path
        key={dash}
        d={`M${80 - dash * 0.5 - 0.4} ${60 + dash * dash * 2.1}h${0.8 + dash}l${dash * 0.3} ${2 + dash * 1.8}h${-1 - dash * 1.6}z`}
        fill="oklch(0.93 0.06 90)"
      />
    ))}
    {range(7).map((car) => (
      <g key={car} opacity={0.55 + car * 0.06}>
        <circle cx={70 - car * 7.5} cy={59 + car * 5.6} r={0.7 + car * 0.62} fill="oklch(0.97 0.05 95)" />
        <circle cx={90 + car * 7.5} cy={59 + car * 5.6} r={0.7 + car * 0.55} fill="oklch(0.65 0.2 32)" />
      </g>
    ))}
  </>
)

export const Weave: Scene = () => (
  <>
    <rect width="160" height="112" fill="oklch(0.4 0.14 25)" />
    {range(9).map((band) => (
      <g key={band} transform={`translate(0 ${band * 14 - 4})`}>
        <path d="M0 0h160v2H0zM0 10h160v1H0z" fill="oklch(0.8 0.13 80)" opacity="0.8" />
        {range(15).map((mark) => (
          <path
            key={mark}
            d="M0 0l4.5 3.6L0 7.2l-4.5-3.6z"
            transform={`translate(${mark * 11.4 + (band % 2) * 5.7} 2.4)`}
            fill={`oklch(${mark % 3 === 0 ? 0.9 : 0.68} 0.12 ${mark % 2 === 0 ? 85 : 190})`}
          />
        ))}
      </g>
    ))}
  </>
)
