import type { Content } from '@kinora/contract'
import { logoUrlOf } from '@kinora/contract/delivery/logo-url'
import { messages } from '@kinora/contract/messages.gen'
import { moment, secondsOf } from '@kinora/contract/timecode'
import { type EmbedOptions, embedQuery } from '@kinora/player/options'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { aspectOf, type EmbedSize } from './embed-code'

interface Typed extends EmbedOptions {
  readonly kind: EmbedSize['kind']
  readonly width: string
  readonly height: string
}

const first: Typed = {
  startAt: '',
  autoplay: false,
  muted: false,
  loop: false,
  controls: true,
  captions: '',
  color: '',
  logo: '',
  kind: 'responsive',
  width: '640',
  height: '360',
}
const MOST_PX = 7680

/** The embed options, their query parameters and the size. */
export function useEmbedForm({ aspectRatio }: Pick<Content, 'aspectRatio'>) {
  const t = useText()
  const aspect = aspectOf(aspectRatio)
  const [typed, setTyped] = useState(() => ({
    ...first,
    height: String(Math.round((Number(first.width) * aspect.height) / aspect.width)),
  }))
  const start = typed.startAt === '' ? undefined : moment.safeParse(typed.startAt)
  const startAt = start?.success ? String(secondsOf(start.data)) : ''
  const logo = typed.logo.trim()
  const isLogo = logo === '' || logoUrlOf(logo) !== null
  const sideError = (side: string) =>
    typed.kind === 'fixed' && sideOf(side) === undefined ? messageText(t, messages.digits) : undefined
  const size: EmbedSize =
    typed.kind === 'responsive'
      ? { kind: 'responsive', ratio: `${aspect.width}/${aspect.height}` }
      : { kind: 'fixed', width: sideOf(typed.width) ?? 640, height: sideOf(typed.height) ?? 360 }
  return {
    typed,
    aspect,
    size,
    query: embedQuery({ ...typed, startAt, logo: isLogo ? logo : '' }),
    change: (next: Partial<Typed>) => setTyped((known) => ({ ...known, ...next })),
    startError: start?.success === false ? messageText(t, start.error.issues[0]?.message ?? '') : undefined,
    logoError: isLogo ? undefined : t('library:share.logoError'),
    widthError: sideError(typed.width),
    heightError: sideError(typed.height),
  }
}

export type EmbedForm = ReturnType<typeof useEmbedForm>

function sideOf(text: string): number | undefined {
  const side = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return side >= 1 && side <= MOST_PX ? side : undefined
}
