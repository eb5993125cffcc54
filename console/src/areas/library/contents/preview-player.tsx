const sky = ['oklch(0.42 0.07 262)', 'oklch(0.68 0.1 38)', 'oklch(0.86 0.1 76)'] as const
const hills = [
  { fill: 'oklch(0.52 0.06 300)', d: 'M0 96C40 74 74 92 112 78s64-30 104-8 62 4 96 14v90H0z' },
  { fill: 'oklch(0.4 0.055 285)', d: 'M0 116c34-22 60-8 96-14s72 26 118 6 66-22 98-8v74H0z' },
  { fill: 'oklch(0.29 0.045 270)', d: 'M0 138c44-14 82 10 128-2s76-18 116-4 48 2 68-4v46H0z' },
]

/** A drawing of a player, shown before the first upload. */
export function PreviewPlayer() {
  return (
    <svg
      viewBox="0 0 312 176"
      className="w-full max-w-[312px] rounded-3 shadow-lift-3"
      direction="ltr"
      aria-hidden
    >
      <defs>
        <linearGradient id="little-sky" x1="0" y1="0" x2="0" y2="1">
          {sky.map((color, at) => (
            <stop key={color} offset={at / 2} stopColor={color} />
          ))}
        </linearGradient>
        <linearGradient id="little-deck" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#000" stopOpacity="0" />
          <stop offset="1" stopColor="#000" stopOpacity="0.8" />
        </linearGradient>
      </defs>
      <rect width="312" height="176" fill="url(#little-sky)" />
      <circle cx="206" cy="74" r="24" fill="oklch(0.95 0.09 88)" />
      {hills.map(({ fill, d }) => (
        <path key={d} d={d} fill={fill} />
      ))}
      <rect y="92" width="312" height="84" fill="url(#little-deck)" />
      <Deck />
    </svg>
  )
}

function Deck() {
  return (
    <g fill="#fff">
      <rect x="16" y="116" width="280" height="4" rx="2" opacity="0.3" />
      <rect x="16" y="116" width="160" height="4" rx="2" opacity="0.35" />
      <rect x="16" y="116" width="112" height="4" rx="2" />
      <rect x="127" y="110" width="3" height="16" rx="1" />
      <rect x="16" y="132" width="34" height="30" rx="6" />
      <path d="M28 140h4v14h-4zm7 0h4v14h-4z" fill="#16181d" />
      <path
        d="M64 143h4l6-5v18l-6-5h-4zm14 0a6 6 0 0 1 0 8m3-11a10 10 0 0 1 0 14"
        stroke="#fff"
        fill="none"
        strokeWidth="1.5"
      />
      <text x="98" y="152" fontSize="13" fontFamily="var(--mono)">
        0:04 / 0:10
      </text>
      <path d="M276 142v-4h4m8 0h4v4m0 10v4h-4m-8 0h-4v-4" stroke="#fff" fill="none" strokeWidth="1.5" />
    </g>
  )
}
