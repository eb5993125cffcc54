import { useEffect, useState } from 'react'
import { useText } from '../lib/i18n'
import { toast } from './toast-store'

const shownMs = 2000

/** Copies text and confirms it, visibly for a moment and to screen readers. */
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
      // The clipboard API needs a secure context.
      if (!isSecureContext) return refused()
      navigator.clipboard.writeText(text).then(() => setCopied(true), refused)
    },
  }
}
