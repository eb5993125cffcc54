import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Kbd } from '../../../ui/kbd'

/** Lists the keys of the timeline. Hidden on phones. */
export function ClipKeys({ mayCut }: { readonly mayCut: boolean }) {
  const t = useText()
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2 pt-3 text-12 text-ink-3 pointer-coarse:hidden">
      <Keys caps={['J', 'K', 'L']}>{t('library:clips.shuttle')}</Keys>
      <Keys caps={['←', '→']}>{t('library:clips.frames')}</Keys>
      {mayCut && <Keys caps={['I', 'O']}>{t('library:clips.inAndOut')}</Keys>}
      {mayCut && <Keys caps={['Shift']}>{t('library:clips.noSnapping')}</Keys>}
    </div>
  )
}

function Keys({ caps, children }: { readonly caps: readonly string[]; readonly children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span dir="ltr" className="inline-flex gap-1">
        {caps.map((cap) => (
          <Kbd key={cap}>{cap}</Kbd>
        ))}
      </span>
      {children}
    </span>
  )
}
