/** The single-byte encodings used by files of the region. */
export type SingleByte = 'windows-1250' | 'windows-1251' | 'windows-1252' | 'iso-8859-2' | 'iso-8859-16';

const controls = Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x80 + index)).join('');

/**
 * The characters of bytes 0x80 to 0xFF. We keep our own tables because `TextDecoder` depends on the Node build: some
 * releases read windows-1252 as ISO 8859-1 and turn ’ and œ into control characters.
 */
const upperHalf: Record<SingleByte, string> = {
  'windows-1250':
    '€\u0081‚\u0083„…†‡\u0088‰Š‹ŚŤŽŹ\u0090‘’“”•–—\u0098™š›śťžź' +
    '\u00a0ˇ˘Ł¤Ą¦§¨©\u015e«¬\u00ad®Ż°±˛ł´µ¶·¸ą\u015f»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝ\u0162ßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüý\u0163˙',
  'windows-1251':
    'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u0098™љ›њќћџ' +
    '\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя',
  'windows-1252':
    '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ' +
    '\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  'iso-8859-2': `${controls}\u00a0Ą˘Ł¤ĽŚ§¨Š\u015eŤŹ\u00adŽŻ°ą˛ł´ľśˇ¸š\u015fťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝ\u0162ßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüý\u0163˙`,
  'iso-8859-16': `${controls}\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ`,
};

/** The labels of XML declarations; as on the web, ISO 8859-1 and ASCII mean windows-1252. */
const labels: readonly (readonly [RegExp, SingleByte])[] = [
  [/^(?:x-)?(?:cp|windows-)1250$/, 'windows-1250'],
  [/^(?:x-)?(?:cp|windows-)1251$/, 'windows-1251'],
  [/^(?:x-)?(?:cp|windows-)1252$|^(?:us-)?ascii$|^iso_?-?8859-?1$|^latin-?1$|^l1$/, 'windows-1252'],
  [/^iso_?-?8859-?2$|^latin-?2$|^l2$/, 'iso-8859-2'],
  [/^iso_?-?8859-?16$|^latin-?10$|^l10$/, 'iso-8859-16'],
];

/** The encoding of a label, if it has a table here. */
export function singleByteNamed(label: string): SingleByte | undefined {
  const name = label.trim().toLowerCase();
  return labels.find(([pattern]) => pattern.test(name))?.[1];
}

export const characterOf = (byte: number, encoding: SingleByte) =>
  byte < 0x80 ? String.fromCharCode(byte) : upperHalf[encoding].charAt(byte - 0x80);

/** Decodes each byte to one character. */
export function decodeSingleByte(bytes: Uint8Array, encoding: SingleByte): string {
  const upper = upperHalf[encoding];
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u0080-\u00ff]/g, (character) => upper.charAt(character.charCodeAt(0) - 0x80));
}
