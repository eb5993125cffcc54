import { useLanguage } from '../src/lib/i18n'

const english = {
  name: 'Harvest festival',
  other: 'Opening match',
  person: ['Ananya', 'Rao Iyer'],
  label: 'Title',
  help: 'Viewers see it above the player.',
  error: 'This field is required',
  sentence: 'The video plays on the sites that you choose, and nowhere else.',
  action: 'Save changes',
  choice: 'Public',
  choices: ['Public', 'Signed', 'Drafts'],
}

const arabic: typeof english = {
  name: 'مهرجان الحصاد',
  other: 'مباراة الافتتاح',
  person: ['أنانيا', 'راو'],
  label: 'العنوان',
  help: 'يظهر للمشاهدين فوق المشغّل.',
  error: 'هذا الحقل مطلوب',
  sentence: 'يُعرض الفيديو على المواقع التي تختارها فقط.',
  action: 'حفظ التغييرات',
  choice: 'عام',
  choices: ['عام', 'موقّع', 'مسودات'],
}

/** Sample texts in a left-to-right and in a right-to-left language. */
export function useWords(): typeof english {
  return useLanguage() === 'ar' ? arabic : english
}
