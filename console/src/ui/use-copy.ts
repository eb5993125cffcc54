import { useEffect, useState } from 'react'
import { useText } from '../lib/i18n'
import { toast } from './toast-store'

const shownMs = 2000

/** Puts text on the clipboard and says so, for a moment on the spot and once for a reader. */
export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const t = useText()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  return {
    copied,
    copy: (text) => {
      const refused = () => toast({ text: t('ui:copyRefused'), tone: 'bad' })
      // Missing where the page is not served over https nor from this machine.
      if (!isSecureContext) return refused()
      navigator.clipboard.writeText(text).then(() => setCopied(true), refused)
    },
  }
}
