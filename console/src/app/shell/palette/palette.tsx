import { useState } from 'react'
import { KindMark, useWorkspace } from '../../../areas/identity'
import { useText } from '../../../lib/i18n'
import { modalMark } from '../../../lib/keys'
import { Finder } from '../../../ui/finder'
import { Kbd } from '../../../ui/kbd'
import { BareDialog, Modal, ModalOverlay } from '../../../ui/modal'
import { usePaletteSections } from './use-palette-sections'
import { useSearchSections } from './use-search-sections'

/** The command palette. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const { environment } = useWorkspace()
  const [phrase, setPhrase] = useState('')
  const searchSources = useSearchSections(phrase.trim())
  const doings = usePaletteSections(phrase.trim())
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={onClose}
      className="fixed inset-0 z-40 flex justify-center bg-scrim px-4 pt-[min(112px,12dvh)] data-entering:animate-fade max-sm:pt-4"
    >
      <Modal
        {...modalMark}
        className="h-fit w-full max-w-[640px] overflow-hidden rounded-4 bg-panel shadow-lift-3 data-entering:animate-rise"
      >
        <BareDialog aria-label={t('app:palette.label')} className="outline-none">
          <Finder
            large
            label={t('app:palette.label')}
            phrase={phrase}
            onPhrase={setPhrase}
            onDone={onClose}
            sections={[...searchSources.sections, ...doings]}
            nothing={searchSources.busy ? t('app:palette.looking') : t('app:palette.nothing', { phrase })}
            beside={
              <span className="flex h-6 max-w-40 items-center gap-1.5 rounded-1 bg-hover px-2 text-12 text-ink-2 max-sm:hidden">
                <KindMark kind={environment.type} size={12} />
                <span dir="auto" className="cut own-way">
                  {environment.name}
                </span>
              </span>
            }
          />
          <Foot />
        </BareDialog>
      </Modal>
    </ModalOverlay>
  )
}

function Foot() {
  const t = useText()
  return (
    <footer className="flex h-9 items-center gap-4 border-t border-rule bg-sunk px-5 text-12 text-ink-2 pointer-coarse:hidden">
      <span className="flex items-center gap-1">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        <span className="ms-0.5">{t('app:palette.move')}</span>
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>↵</Kbd>
        {t('app:palette.take')}
      </span>
      <span className="ms-auto flex items-center gap-1.5">
        <Kbd>Esc</Kbd>
        {t('ui:close')}
      </span>
    </footer>
  )
}
