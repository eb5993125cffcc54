import type { AdChannel } from '@kinora/contract'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { Dialog } from '../../../ui/dialog'
import { Skeleton } from '../../../ui/skeleton'
import { TextArea } from '../../../ui/text-area'
import { TextField } from '../../../ui/text-field'
import { UrlBuilder } from '../../library'
import { keyValuesOf, sessionQuery } from './session-query'

interface UrlDialogProps {
  readonly channel: AdChannel
  readonly onClose: () => void
}

/** Dialog that adds parameters of the player and the session to the URLs of a channel. */
export function UrlDialog({ channel, onClose }: UrlDialogProps) {
  const t = useText()
  const [keyValues, setKeyValues] = useState('')
  const [consent, setConsent] = useState('')
  const [usPrivacy, setUsPrivacy] = useState('')
  const [isGuided, setGuided] = useState(false)
  const pairs = keyValuesOf(keyValues)
  const query = sessionQuery({ keyValues: pairs ?? [], consent, usPrivacy, isGuided })
  const { playbackUrl, embedUrl, finalUrl } = channel
  return (
    <Dialog title={t('ads:channel.builder.title')} wide isOpen onOpenChange={onClose}>
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <div className="pt-2 pb-4">
          <UrlBuilder
            query={query}
            addresses={[
              { label: t('ads:channel.links.page'), url: playbackUrl, hasPlayer: true },
              { label: t('ads:channel.links.embed'), url: embedUrl, hasPlayer: true },
              { label: t('ads:channel.links.final'), url: finalUrl, hasPlayer: false },
            ]}
          >
            <TextArea
              optional
              rows={2}
              name="keyValues"
              label={t('ads:channel.builder.keyValues')}
              help={t('ads:channel.builder.keyValuesHelp')}
              error={pairs === null ? t('ads:channel.builder.keyValuesWrong') : undefined}
              value={keyValues}
              onChange={setKeyValues}
            />
            <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
              <TextField
                ltr
                optional
                name="consent"
                label={t('ads:channel.builder.consent')}
                value={consent}
                onChange={setConsent}
              />
              <TextField
                ltr
                optional
                name="usPrivacy"
                placeholder="1YNN"
                label={t('ads:channel.builder.usPrivacy')}
                value={usPrivacy}
                onChange={setUsPrivacy}
              />
            </div>
            <Checkbox checked={isGuided} onChange={setGuided}>
              {t('ads:channel.builder.guided')}
            </Checkbox>
          </UrlBuilder>
        </div>
      </Suspense>
    </Dialog>
  )
}
