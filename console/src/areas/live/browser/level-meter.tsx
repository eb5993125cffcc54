import { useEffect, useRef } from 'react'
import { useText } from '../../../lib/i18n'

const FFT_SIZE = 512
/** Level that is shown as silence. */
const FLOOR_DB = -60

/** ARIA attributes of a meter. The native element cannot be styled in all browsers. */
const meterProps = (label: string) =>
  ({
    role: 'meter',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': 0,
  }) as const

/** Audio level, to check that the microphone works. */
export function LevelMeter({ media }: { readonly media: MediaStream }) {
  const t = useText()
  const meter = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (media.getAudioTracks().length === 0) return
    const context = new AudioContext()
    const analyser = new AnalyserNode(context, { fftSize: FFT_SIZE })
    context.createMediaStreamSource(media).connect(analyser)
    const samples = new Float32Array(FFT_SIZE)
    let frame = 0
    const draw = () => {
      analyser.getFloatTimeDomainData(samples)
      const level = levelOf(samples)
      if (bar.current) bar.current.style.transform = `scaleX(${level})`
      meter.current?.setAttribute('aria-valuenow', String(Math.round(level * 100)))
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => {
      cancelAnimationFrame(frame)
      void context.close()
    }
  }, [media])
  return (
    <div
      ref={meter}
      {...meterProps(t('live:browser.level'))}
      className="h-1.5 overflow-hidden rounded-1 bg-sunk"
    >
      <div ref={bar} className="h-full origin-left scale-x-0 bg-good rtl:origin-right" />
    </div>
  )
}

/** Audio level from 0 (silence) to 1 (full scale). */
export function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const decibels = 10 * Math.log10(power || Number.MIN_VALUE)
  return Math.min(1, Math.max(0, 1 - decibels / FLOOR_DB))
}
