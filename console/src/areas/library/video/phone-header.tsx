import { ArrowLeft } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'

interface PhoneHeaderProps {
  readonly environmentId: string
  readonly menu: ReactNode
}

/** Back link and menu, above the player. */
export function PhoneHeader({ environmentId, menu }: PhoneHeaderProps) {
  const t = useText()
  return (
    <div className="flex h-14 items-center justify-between px-2">
      <Link
        to="/$environmentId/videos"
        params={{ environmentId }}
        className="flex h-11 items-center gap-3 rounded-2 px-2 text-ink-2"
      >
        <ArrowLeft size={20} className="text-ink rtl:-scale-x-100" aria-hidden />
        {t('library:videos.title')}
      </Link>
      {menu}
    </div>
  )
}
