import { useId } from 'react'
import { useText } from '../../../../lib/i18n'
import { cx } from '../../../../ui/cx'
import { City, Lights, Road, Studio, Weave } from './interior-scenes'
import { Dawn, Leaves, Orbit, Pitch, Ridges } from './landscape-scenes'
import { range, type Scene } from './scene'
import { AudioMeter, Bars, Card, Leader, Weather } from './signal-scenes'

/** Four columns of six rows, in reading order. */
const scenes: readonly Scene[] = [
  Dawn,
  AudioMeter,
  Ridges,
  Weave,
  Studio,
  City,
  Leaves,
  Pitch,
  Bars,
  Lights,
  Road,
  Weather,
  Orbit,
  Card,
  Dawn,
  City,
  Leaves,
  Weather,
  Leader,
  Studio,
  Road,
  Ridges,
  Weave,
  Lights,
]
const onAir = 7

/** A grid of monitors, one of them on air. Decorative. */
export function Artwork() {
  return (
    <div
      aria-hidden
      dir="ltr"
      className="grid h-full grid-cols-4 grid-rows-6 gap-[3px] overflow-hidden bg-[oklch(0.1_0.006_264)] p-[3px] select-none"
    >
      {range(scenes.length).map((at) => (
        <Monitor
          key={at}
          number={at + 1}
          scene={scenes[at] ?? Bars}
          live={at === onAir}
          again={scenes.indexOf(scenes[at] ?? Bars) < at}
        />
      ))}
    </div>
  )
}

interface MonitorProps {
  readonly number: number
  readonly scene: Scene
  readonly live: boolean
  /** The second use of the scene: mirrored and in another light. */
  readonly again: boolean
}

function Monitor({ number, scene: SceneFrame, live, again }: MonitorProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="relative overflow-hidden rounded-[2px] bg-stage">
      <svg
        aria-hidden
        viewBox="0 0 160 112"
        preserveAspectRatio="xMidYMid slice"
        className={cx(
          'absolute inset-0 size-full',
          !live && 'opacity-60 saturate-[0.8]',
          again && 'hue-rotate-[-48deg] -scale-x-100',
        )}
      >
        <SceneFrame id={id} />
      </svg>
      <div className="absolute inset-0 bg-linear-to-t from-[oklch(0.1_0.01_264/0.65)] to-transparent to-45%" />
      <span
        className={cx(
          'absolute bottom-1.5 start-2.5 flex items-center gap-2 font-mid',
          live ? 'text-12 text-[oklch(1_0_0)]' : 'tabular text-11 text-[oklch(1_0_0/0.42)]',
        )}
      >
        {live && <span className="size-2 animate-breath rounded-full bg-[oklch(0.6_0.225_27)]" />}
        {live ? t('identity:artwork.live') : String(number).padStart(2, '0')}
      </span>
      {live && <div className="absolute inset-0 border-[3px] border-[oklch(0.58_0.225_27)]" />}
    </div>
  )
}
