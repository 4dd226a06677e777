import { describe, expect, it, test } from 'vitest';
import { codesOf, itemsOf, questionOf } from '#server/features/imports/testing/reading.ts';
import { decodeText } from './decode-text.ts';
import { characterOf, decodeSingleByte, type SingleByte, singleByteNamed } from './single-byte.ts';

/** Where the encodings differ from ISO 8859-1: byte and code point, from the Unicode mapping files. */
const published: Record<SingleByte, string> = {
  'windows-1250':
    '8020ac 82201a 84201e 852026 862020 872021 892030 8a0160 8b2039 8c015a 8d0164 8e017d 8f0179 912018 922019 93201c 94201d 952022 962013 972014 992122 9a0161 9b203a 9c015b 9d0165 9e017e 9f017a a102c7 a202d8 a30141 a50104 aa015e af017b b202db b30142 b90105 ba015f bc013d bd02dd be013e bf017c c00154 c30102 c50139 c60106 c8010c ca0118 cc011a cf010e d00110 d10143 d20147 d50150 d80158 d9016e db0170 de0162 e00155 e30103 e5013a e60107 e8010d ea0119 ec011b ef010f f00111 f10144 f20148 f50151 f80159 f9016f fb0171 fe0163 ff02d9',
  'windows-1251':
    '800402 810403 82201a 830453 84201e 852026 862020 872021 8820ac 892030 8a0409 8b2039 8c040a 8d040c 8e040b 8f040f 900452 912018 922019 93201c 94201d 952022 962013 972014 992122 9a0459 9b203a 9c045a 9d045c 9e045b 9f045f a1040e a2045e a30408 a50490 a80401 aa0404 af0407 b20406 b30456 b40491 b80451 b92116 ba0454 bc0458 bd0405 be0455 bf0457 c00410 c10411 c20412 c30413 c40414 c50415 c60416 c70417 c80418 c90419 ca041a cb041b cc041c cd041d ce041e cf041f d00420 d10421 d20422 d30423 d40424 d50425 d60426 d70427 d80428 d90429 da042a db042b dc042c dd042d de042e df042f e00430 e10431 e20432 e30433 e40434 e50435 e60436 e70437 e80438 e90439 ea043a eb043b ec043c ed043d ee043e ef043f f00440 f10441 f20442 f30443 f40444 f50445 f60446 f70447 f80448 f90449 fa044a fb044b fc044c fd044d fe044e ff044f',
  'windows-1252':
    '8020ac 82201a 830192 84201e 852026 862020 872021 8802c6 892030 8a0160 8b2039 8c0152 8e017d 912018 922019 93201c 94201d 952022 962013 972014 9802dc 992122 9a0161 9b203a 9c0153 9e017e 9f0178',
  'iso-8859-2':
    'a10104 a202d8 a30141 a5013d a6015a a90160 aa015e ab0164 ac0179 ae017d af017b b10105 b202db b30142 b5013e b6015b b702c7 b90161 ba015f bb0165 bc017a bd02dd be017e bf017c c00154 c30102 c50139 c60106 c8010c ca0118 cc011a cf010e d00110 d10143 d20147 d50150 d80158 d9016e db0170 de0162 e00155 e30103 e5013a e60107 e8010d ea0119 ec011b ef010f f00111 f10144 f20148 f50151 f80159 f9016f fb0171 fe0163 ff02d9',
  'iso-8859-16':
    'a10104 a20105 a30141 a420ac a5201e a60160 a80161 aa0218 ac0179 ae017a af017b b2010c b30142 b4017d b5201d b8017e b9010d ba0219 bc0152 bd0153 be0178 bf017c c30102 c50106 d00110 d10143 d50150 d7015a d80170 dd0118 de021a e30103 e50107 f00111 f10144 f50151 f7015b f80171 fd0119 fe021b',
};

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

describe('[IMP-2] single-byte encodings', () => {
  test.each(Object.keys(published) as SingleByte[])('map all 256 bytes of %s', (encoding) => {
    const differing = new Map(
      published[encoding]
        .split(' ')
        .map((pair) => [Number.parseInt(pair.slice(0, 2), 16), Number.parseInt(pair.slice(2), 16)]),
    );
    const expected = Array.from(everyByte, (byte) => differing.get(byte) ?? byte);
    expect(Array.from(decodeSingleByte(everyByte, encoding), (one) => one.codePointAt(0))).toEqual(expected);
  });

  test.each([
    ['ISO-8859-1', 'windows-1252'],
    ['latin1', 'windows-1252'],
    ['Windows-1252', 'windows-1252'],
    ['cp1250', 'windows-1250'],
    ['ISO-8859-2', 'iso-8859-2'],
    ['iso8859-16', 'iso-8859-16'],
  ])('resolve the label %s to %s', (label, encoding) => expect(singleByteNamed(label)).toBe(encoding));

  test('read Windows characters in a file that declares ISO 8859-1', () => {
    const text = 'L\x92\x9cil \x96 \x93le c\x9cur\x94 \x85 5 \x80';
    const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><quiz>${text}</quiz>`;
    expect(decodeText(Buffer.from(xml, 'latin1')).text).toContain('L’œil – “le cœur” … 5 €');
  });
});

const encode = (text: string, encoding: SingleByte) => {
  const bytes = new Map(Array.from(everyByte, (byte) => [characterOf(byte, encoding), byte]));
  return Uint8Array.from(text, (letter) => bytes.get(letter) ?? 0x3f);
};

describe('[IMP-2] the encoding is guessed from the language', () => {
  test.each<[SingleByte, string]>([
    ['windows-1252', 'Quelle est la cause de l’œdème ? Le cœur, à gauche, n’est pas sûr : où est-il ? – 5 €'],
    ['windows-1252', 'Où est le cœur de l’élève ?'],
    ['windows-1252', 'L’hôpital est sûr'],
    ['windows-1252', 'Le côlon mesure 10³ mm³ et 5 m² chez le garçon'],
    ['windows-1252', 'Welche Aussage über das Fräulein ist „größer“ als 37°? Die Drüse misst 5 cm²'],
    ['windows-1252', '¿Cuál es el órgano más grande del niño? ¡El hígado!'],
    ['windows-1252', 'Qual é a função do coração e dos pulmões?'],
    ['windows-1250', 'Care sunt afirmaţiile corecte despre „inimă” şi sânge – în ţesuturi?'],
    ['windows-1250', 'Ştefan Ţepeş Mărginean'],
    ['windows-1250', 'Melyik állítás igaz a gyűjtőérre? A szív és a tüdő működése, hűtött víz'],
    ['windows-1250', 'Który z mięśni jest największy? Nie wiadomo, że źródło'],
  ])('%s: %s', (encoding, text) => {
    const decoded = decodeText(encode(text, encoding));
    expect(decoded.text).toBe(text);
    expect(decoded.findings).toMatchObject([{ code: 'import.encodingGuessed' }]);
  });

  it('reads UTF-8 with a broken byte as UTF-8, and reports it', () => {
    const text = 'Care sunt afirmațiile corecte despre inimă și sânge în țesuturi?';
    const {
      text: read,
      encoding,
      findings,
    } = decodeText(Buffer.concat([Buffer.from(text), Buffer.of(0xff)]));
    expect({ read, encoding }).toEqual({ read: `${text}\ufffd`, encoding: 'utf-8' });
    expect(findings).toEqual([{ code: 'import.bytesBroken', params: { count: 1 } }]);
  });
});

describe('[IMP-2] dropped characters are reported', () => {
  it('lists invisible and control characters', () => {
    const [item] = itemsOf('Ca\u00adre\u200b\u0007? {=a\u200b ~b}', 'a.gift');
    expect(questionOf(item).text).toBe('Care?');
    expect(item?.findings).toContainEqual({
      code: 'import.charactersDropped',
      params: { characters: 'U+00AD, U+200B, U+0007' },
    });
  });

  it('reads control characters that were Windows quotation marks', () => {
    const [item] = itemsOf('L\u0092\u009cil? {=a ~b}', 'a.gift');
    expect(questionOf(item).text).toBe('L’œil?');
    expect(codesOf(item)).not.toContain('import.charactersDropped');
  });

  it('lists them in tables, with the apostrophe that protects a cell', () => {
    const numbers = [1, 2, 3, 4, 5];
    const header = ['Question', ...numbers.map((n) => `Correct ${n}`), ...numbers.map((n) => `Wrong ${n}`)];
    const csv = [header, ['a\u200bb', "'-1", ...'cdefghijk']].map((row) => row.join(';')).join('\n');
    expect(codesOf(itemsOf(csv, 'a.csv')[0])).toEqual([
      'import.apostropheRemoved',
      'import.charactersDropped',
    ]);
  });

  test.each([
    ['half a pair', [0x61, 0, 0x62, 0, 0x00, 0xd8, 0x63, 0], 'ab\ufffdc'],
    ['half a unit', [0x61, 0, 0x62, 0, 0x63], 'ab\ufffd'],
  ])('reports %s of UTF-16', (_what, units, text) => {
    const read = decodeText(Uint8Array.from([0xff, 0xfe, ...units]));
    expect(read.text).toBe(text);
    expect(read.findings).toEqual([{ code: 'import.bytesBroken', params: { count: 1 } }]);
    expect(decodeText(Uint8Array.from([0xff, 0xfe, 0x61, 0])).findings).toEqual([]);
  });
});
