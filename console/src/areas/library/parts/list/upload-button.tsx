import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { FileVideo } from '@phosphor-icons/react/dist/csr/FileVideo'
import { FolderOpen } from '@phosphor-icons/react/dist/csr/FolderOpen'
import { UploadSimple } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { useText } from '../../../../lib/i18n'
import { useShortcut } from '../../../../lib/keys'
import { Button } from '../../../../ui/button'
import { Kbd } from '../../../../ui/kbd'
import { Menu } from '../../../../ui/menu'
import { MenuItem } from '../../../../ui/menu-item'
import { useChooseFiles } from '../use-add-files'

/** Files or a whole folder; `u` goes straight to files. */
export function UploadButton() {
  const t = useText()
  const choose = useChooseFiles()
  useShortcut('u', t('library:upload.upload'), () => choose('files'))
  return (
    <Menu
      label={t('library:upload.upload')}
      trigger={
        <Button variant="primary" icon={<UploadSimple size={16} />}>
          {t('library:upload.upload')}
          <CaretDown size={14} aria-hidden />
        </Button>
      }
    >
      <MenuItem icon={<FileVideo size={16} />} end={<Kbd>U</Kbd>} onAction={() => choose('files')}>
        {t('library:upload.chooseFiles')}
      </MenuItem>
      <MenuItem icon={<FolderOpen size={16} />} onAction={() => choose('folder')}>
        {t('library:upload.chooseFolder')}
      </MenuItem>
    </Menu>
  )
}
