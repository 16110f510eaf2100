/**
 * For tests: forty names in many scripts, each a legal title of a game. `characters` is how many a
 * reader counts. All are in the composed form (NFC), as keyboards type them.
 */
export const SAMPLES = [
  // Emoji that are several code points
  { script: 'emoji, family', text: '👨‍👩‍👧‍👦', characters: 1 },
  { script: 'emoji, profession with skin tone', text: '👩🏽‍💻 Late Shift', characters: 12 },
  { script: 'emoji, rainbow flag', text: '🏳️‍🌈 Parade', characters: 8 },
  { script: 'emoji, flags of countries', text: '🇩🇪🇳🇴🇻🇳', characters: 3 },
  { script: 'emoji, flag of England', text: '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Pub', characters: 5 },
  { script: 'emoji, keycaps', text: '1️⃣2️⃣3️⃣ Go', characters: 6 },
  { script: 'emoji, variation selectors', text: '❤️ & ☠️', characters: 5 },
  { script: 'emoji, mended heart', text: '❤️‍🩹', characters: 1 },
  // Latin with marks
  { script: 'Polish', text: 'Łódź nocą', characters: 9 },
  { script: 'Vietnamese', text: 'Đêm Hà Nội', characters: 10 },
  { script: 'German', text: 'Große Straße', characters: 12 },
  { script: 'Norwegian', text: 'Blåbærsyltetøy', characters: 14 },
  { script: 'Czech', text: 'Příliš žluťoučký kůň', characters: 20 },
  { script: 'Turkish', text: 'İstanbul’da Işık', characters: 16 },
  { script: 'French', text: 'Cœur d’été', characters: 10 },
  { script: 'Icelandic', text: 'Þögn á Öræfum', characters: 13 },
  { script: 'Yoruba, marks without composed letters', text: 'Ọ̀rẹ́ mi', characters: 6 },
  // Other alphabets
  { script: 'Russian', text: 'Ёлка и йод', characters: 10 },
  { script: 'Ukrainian', text: 'Їжак у ґанку', characters: 12 },
  { script: 'Greek', text: 'Νυχτερινό πλοίο', characters: 15 },
  { script: 'Georgian', text: 'ღამის ბორანი', characters: 12 },
  { script: 'Armenian', text: 'Գիշերային լաստ', characters: 14 },
  // Right to left
  { script: 'Hebrew', text: 'מעבורת לילה', characters: 11 },
  { script: 'Hebrew with points', text: 'שָׁלוֹם', characters: 4 },
  { script: 'Arabic', text: 'عبّارة الليل', characters: 11 },
  { script: 'Persian with a half-space', text: 'می‌خواهم بازی کنم', characters: 16 },
  { script: 'Urdu', text: 'رات کی کشتی', characters: 11 },
  // Indic
  { script: 'Hindi', text: 'रात की नाव', characters: 7 },
  { script: 'Hindi with a conjunct kept apart', text: 'क्‌षमा', characters: 3 },
  { script: 'Bengali', text: 'রাতের ফেরি', characters: 6 },
  { script: 'Tamil', text: 'இரவுப் படகு', characters: 8 },
  { script: 'Malayalam', text: 'രാത്രി വള്ളം', characters: 5 },
  { script: 'Sinhala with a joined conjunct', text: 'ශ්‍රී රාත්‍රිය', characters: 7 },
  // Without spaces between words
  { script: 'Thai', text: 'เรือข้ามฟากยามค่ำคืน', characters: 15 },
  { script: 'Khmer', text: 'សាឡាងពេលយប់', characters: 7 },
  { script: 'Han, simplified', text: '夜间渡轮', characters: 4 },
  { script: 'Han with a variant', text: '葛󠄀城の夜', characters: 4 },
  { script: 'Kana and Han', text: '夜の街物語', characters: 5 },
  { script: 'Half-width kana', text: 'ﾄﾞﾗｺﾞﾝ', characters: 4 },
  { script: 'Hangul', text: '밤의 나룻배', characters: 6 },
] as const satisfies readonly { script: string; text: string; characters: number }[]
