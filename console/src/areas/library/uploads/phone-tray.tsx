import { CaretUp } from '@phosphor-icons/react/dist/csr/CaretUp'
import { FileVideo } from '@phosphor-icons/react/dist/csr/FileVideo'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { VideoCamera } from '@phosphor-icons/react/dist/csr/VideoCamera'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { isUnderWay, type UploadView } from '../../../lib/upload'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { Progress } from '../../../ui/progress'
import { useWorkspace } from '../../identity'
import { PauseAll } from './tray-head'
import { TrayRow } from './tray-row'
import { useChooseFiles } from './use-add-files'
import { useTraySummary } from './use-tray-summary'

interface PhoneTrayProps {
  readonly shown: readonly UploadView[]
  readonly onCancel: (upload: UploadView) => void
}

/** On a phone: a line above the navigation that opens a sheet. */
export function PhoneTray({ shown, onCancel }: PhoneTrayProps) {
  const t = useText()
  const sum = useTraySummary(shown)
  const [open, setOpen] = useState(false)
  const total = shown.reduce((bytes, { fileSize }) => bytes + fileSize, 0)
  const sent = shown.reduce((bytes, upload) => bytes + upload.sent, 0)
  const count = t('library:tray.count', { count: shown.length })
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="relative flex h-11 w-full items-center gap-2 border-t border-rule bg-panel px-4 text-13"
      >
        <span className="absolute inset-x-0 top-0">
          <Progress label={count} value={total > 0 ? sent / total : 0} />
        </span>
        <span className="font-head">{count}</span>
        <span className="tabular cut flex-1 text-start text-ink-2">{sum}</span>
        <CaretUp size={16} aria-hidden />
      </button>
      <Dialog title={t('library:tray.title')} isOpen={open} onOpenChange={setOpen}>
        <AddMore onDone={() => setOpen(false)} />
        <div className="flex min-h-11 items-center gap-3 border-b border-rule-2">
          <h3 className="text-14 font-head text-ink">{count}</h3>
          <span className="tabular flex-1 text-end text-ink-3">{sum}</span>
          <PauseAll shown={shown} />
        </div>
        <ul className="-mx-4 mb-4">
          {shown.map((upload) => (
            <TrayRow key={upload.id} upload={upload} onCancel={() => onCancel(upload)} />
          ))}
        </ul>
        {shown.some(isUnderWay) && <Banner tone="info">{t('library:tray.keepOpen')}</Banner>}
      </Dialog>
    </>
  )
}

function AddMore({ onDone }: { readonly onDone: () => void }) {
  const t = useText()
  const choose = useChooseFiles()
  const navigate = useNavigate()
  const { environment } = useWorkspace()
  const fromUrl = () => {
    onDone()
    void navigate({
      to: '/$environmentId/videos',
      params: { environmentId: environment.id },
      search: { add: 'url' },
    })
  }
  return (
    <div className="hatched mb-4 grid justify-items-center gap-2 rounded-4 border border-rule-2 p-4">
      <VideoCamera size={28} className="text-ink-2" aria-hidden />
      <p className="mb-1 text-14 text-ink">{t('library:tray.addMore')}</p>
      <div className="flex w-full gap-2 *:flex-1">
        <Button variant="primary" icon={<FileVideo size={16} />} onPress={() => choose('files')}>
          {t('library:upload.chooseFiles')}
        </Button>
        <Button icon={<LinkSimple size={16} />} onPress={fromUrl}>
          {t('library:fromUrl.open')}
        </Button>
      </div>
    </div>
  )
}
