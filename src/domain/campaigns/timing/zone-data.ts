/** Names of time zones (IANA tz database, public domain) and the zones of countries, as `zone-names.ts` reads them. */

/** Names that Node knows and `Intl.supportedValuesOf` does not list: links, and zones under their present names. */
export const furtherZones = `
  Africa/Asmara, Africa/Timbuktu, America/Argentina/Buenos_Aires, America/Argentina/Catamarca, America/Argentina/ComodRivadavia,
  America/Argentina/Cordoba, America/Argentina/Jujuy, America/Argentina/Mendoza, America/Atikokan, America/Atka, America/Ensenada,
  America/Fort_Wayne, America/Indiana/Indianapolis, America/Kentucky/Louisville, America/Knox_IN, America/Montreal, America/Nipigon,
  America/Nuuk, America/Pangnirtung, America/Porto_Acre, America/Rainy_River, America/Rosario, America/Santa_Isabel, America/Shiprock,
  America/Thunder_Bay, America/Virgin, America/Yellowknife, Antarctica/South_Pole, Asia/Ashkhabad, Asia/Choibalsan, Asia/Chongqing,
  Asia/Chungking, Asia/Dacca, Asia/Harbin, Asia/Ho_Chi_Minh, Asia/Istanbul, Asia/Kashgar, Asia/Kathmandu, Asia/Kolkata, Asia/Macao,
  Asia/Tel_Aviv, Asia/Thimbu, Asia/Ujung_Pandang, Asia/Ulan_Bator, Asia/Yangon, Atlantic/Faroe, Atlantic/Jan_Mayen, Australia/ACT,
  Australia/Canberra, Australia/Currie, Australia/LHI, Australia/NSW, Australia/North, Australia/Queensland, Australia/South,
  Australia/Tasmania, Australia/Victoria, Australia/West, Australia/Yancowinna, Brazil/Acre, Brazil/DeNoronha, Brazil/East, Brazil/West,
  CET, CST6CDT, Canada/Atlantic, Canada/Central, Canada/Eastern, Canada/Mountain, Canada/Newfoundland, Canada/Pacific,
  Canada/Saskatchewan, Canada/Yukon, Chile/Continental, Chile/EasterIsland, Cuba, EET, EST, EST5EDT, Egypt, Eire, Etc/GMT, Etc/GMT+0,
  Etc/GMT+1, Etc/GMT+10, Etc/GMT+11, Etc/GMT+12, Etc/GMT+2, Etc/GMT+3, Etc/GMT+4, Etc/GMT+5, Etc/GMT+6, Etc/GMT+7, Etc/GMT+8, Etc/GMT+9,
  Etc/GMT-0, Etc/GMT-1, Etc/GMT-10, Etc/GMT-11, Etc/GMT-12, Etc/GMT-13, Etc/GMT-14, Etc/GMT-2, Etc/GMT-3, Etc/GMT-4, Etc/GMT-5, Etc/GMT-6,
  Etc/GMT-7, Etc/GMT-8, Etc/GMT-9, Etc/GMT0, Etc/Greenwich, Etc/UCT, Etc/UTC, Etc/Universal, Etc/Zulu, Europe/Belfast, Europe/Kyiv,
  Europe/Nicosia, Europe/Tiraspol, Europe/Uzhgorod, Europe/Zaporozhye, GB, GB-Eire, GMT, GMT+0, GMT-0, GMT0, Greenwich, HST, Hongkong,
  Iceland, Iran, Israel, Jamaica, Japan, Kwajalein, Libya, MET, MST, MST7MDT, Mexico/BajaNorte, Mexico/BajaSur, Mexico/General, NZ,
  NZ-CHAT, Navajo, PRC, PST8PDT, Pacific/Chuuk, Pacific/Johnston, Pacific/Kanton, Pacific/Pohnpei, Pacific/Samoa, Pacific/Yap, Poland,
  Portugal, ROC, ROK, Singapore, Turkey, UCT, US/Alaska, US/Aleutian, US/Arizona, US/Central, US/East-Indiana, US/Eastern, US/Hawaii,
  US/Indiana-Starke, US/Michigan, US/Mountain, US/Pacific, US/Samoa, UTC, Universal, W-SU, WET, Zulu
`

/**
 * Countries whose people share a clock. Of countries with several zones those where all show the same time, or where 95 of 100 people live
 * in one of them (Spain, Portugal, Chile, Ecuador, New Zealand); of others, such as the United States, the country alone does not give a zone.
 */
export const countryZones = `
  AD Europe/Andorra, AE Asia/Dubai, AF Asia/Kabul, AG America/Antigua, AI America/Anguilla, AL Europe/Tirane, AM Asia/Yerevan, AO
  Africa/Luanda, AR America/Argentina/Buenos_Aires, AS Pacific/Pago_Pago, AT Europe/Vienna, AW America/Aruba, AX Europe/Mariehamn, AZ
  Asia/Baku, BA Europe/Sarajevo, BB America/Barbados, BD Asia/Dhaka, BE Europe/Brussels, BF Africa/Ouagadougou, BG Europe/Sofia, BH
  Asia/Bahrain, BI Africa/Bujumbura, BJ Africa/Porto-Novo, BL America/St_Barthelemy, BM Atlantic/Bermuda, BN Asia/Brunei, BO
  America/La_Paz, BQ America/Kralendijk, BS America/Nassau, BT Asia/Thimphu, BW Africa/Gaborone, BY Europe/Minsk, BZ America/Belize, CC
  Indian/Cocos, CF Africa/Bangui, CG Africa/Brazzaville, CH Europe/Zurich, CI Africa/Abidjan, CK Pacific/Rarotonga, CL America/Santiago,
  CM Africa/Douala, CN Asia/Shanghai, CO America/Bogota, CR America/Costa_Rica, CU America/Havana, CV Atlantic/Cape_Verde, CW
  America/Curacao, CX Indian/Christmas, CY Asia/Nicosia, CZ Europe/Prague, DE Europe/Berlin, DJ Africa/Djibouti, DK Europe/Copenhagen, DM
  America/Dominica, DO America/Santo_Domingo, DZ Africa/Algiers, EC America/Guayaquil, EE Europe/Tallinn, EG Africa/Cairo, EH
  Africa/El_Aaiun, ER Africa/Asmara, ES Europe/Madrid, ET Africa/Addis_Ababa, FI Europe/Helsinki, FJ Pacific/Fiji, FK Atlantic/Stanley, FO
  Atlantic/Faroe, FR Europe/Paris, GA Africa/Libreville, GB Europe/London, GD America/Grenada, GE Asia/Tbilisi, GF America/Cayenne, GG
  Europe/Guernsey, GH Africa/Accra, GI Europe/Gibraltar, GM Africa/Banjul, GN Africa/Conakry, GP America/Guadeloupe, GQ Africa/Malabo, GR
  Europe/Athens, GS Atlantic/South_Georgia, GT America/Guatemala, GU Pacific/Guam, GW Africa/Bissau, GY America/Guyana, HK Asia/Hong_Kong,
  HN America/Tegucigalpa, HR Europe/Zagreb, HT America/Port-au-Prince, HU Europe/Budapest, IE Europe/Dublin, IL Asia/Jerusalem, IM
  Europe/Isle_of_Man, IN Asia/Kolkata, IO Indian/Chagos, IQ Asia/Baghdad, IR Asia/Tehran, IS Atlantic/Reykjavik, IT Europe/Rome, JE
  Europe/Jersey, JM America/Jamaica, JO Asia/Amman, JP Asia/Tokyo, KE Africa/Nairobi, KG Asia/Bishkek, KH Asia/Phnom_Penh, KM
  Indian/Comoro, KN America/St_Kitts, KP Asia/Pyongyang, KR Asia/Seoul, KW Asia/Kuwait, KY America/Cayman, KZ Asia/Almaty, LA
  Asia/Vientiane, LB Asia/Beirut, LC America/St_Lucia, LI Europe/Vaduz, LK Asia/Colombo, LR Africa/Monrovia, LS Africa/Maseru, LT
  Europe/Vilnius, LU Europe/Luxembourg, LV Europe/Riga, LY Africa/Tripoli, MA Africa/Casablanca, MC Europe/Monaco, MD Europe/Chisinau, ME
  Europe/Podgorica, MF America/Marigot, MG Indian/Antananarivo, MH Pacific/Majuro, MK Europe/Skopje, ML Africa/Bamako, MM Asia/Yangon, MO
  Asia/Macau, MP Pacific/Saipan, MQ America/Martinique, MR Africa/Nouakchott, MS America/Montserrat, MT Europe/Malta, MU Indian/Mauritius,
  MV Indian/Maldives, MW Africa/Blantyre, MY Asia/Kuala_Lumpur, MZ Africa/Maputo, NA Africa/Windhoek, NC Pacific/Noumea, NE Africa/Niamey,
  NF Pacific/Norfolk, NG Africa/Lagos, NI America/Managua, NL Europe/Amsterdam, NO Europe/Oslo, NP Asia/Kathmandu, NR Pacific/Nauru, NU
  Pacific/Niue, NZ Pacific/Auckland, OM Asia/Muscat, PA America/Panama, PE America/Lima, PH Asia/Manila, PK Asia/Karachi, PL
  Europe/Warsaw, PM America/Miquelon, PN Pacific/Pitcairn, PR America/Puerto_Rico, PS Asia/Gaza, PT Europe/Lisbon, PW Pacific/Palau, PY
  America/Asuncion, QA Asia/Qatar, RE Indian/Reunion, RO Europe/Bucharest, RS Europe/Belgrade, RW Africa/Kigali, SA Asia/Riyadh, SB
  Pacific/Guadalcanal, SC Indian/Mahe, SD Africa/Khartoum, SE Europe/Stockholm, SG Asia/Singapore, SH Atlantic/St_Helena, SI
  Europe/Ljubljana, SJ Arctic/Longyearbyen, SK Europe/Bratislava, SL Africa/Freetown, SM Europe/San_Marino, SN Africa/Dakar, SO
  Africa/Mogadishu, SR America/Paramaribo, SS Africa/Juba, ST Africa/Sao_Tome, SV America/El_Salvador, SX America/Lower_Princes, SY
  Asia/Damascus, SZ Africa/Mbabane, TC America/Grand_Turk, TD Africa/Ndjamena, TF Indian/Kerguelen, TG Africa/Lome, TH Asia/Bangkok, TJ
  Asia/Dushanbe, TK Pacific/Fakaofo, TL Asia/Dili, TM Asia/Ashgabat, TN Africa/Tunis, TO Pacific/Tongatapu, TR Europe/Istanbul, TT
  America/Port_of_Spain, TV Pacific/Funafuti, TW Asia/Taipei, TZ Africa/Dar_es_Salaam, UA Europe/Kyiv, UG Africa/Kampala, UY
  America/Montevideo, UZ Asia/Tashkent, VA Europe/Vatican, VC America/St_Vincent, VE America/Caracas, VG America/Tortola, VI
  America/St_Thomas, VN Asia/Ho_Chi_Minh, VU Pacific/Efate, WF Pacific/Wallis, WS Pacific/Apia, YE Asia/Aden, YT Indian/Mayotte, ZA
  Africa/Johannesburg, ZM Africa/Lusaka, ZW Africa/Harare
`

/** Names of Windows. */
export const windowsZones = `
  Dateline=-12:00, UTC-11=-11:00, Hawaiian=Pacific/Honolulu, Alaskan=America/Anchorage, Pacific=America/Los_Angeles, US
  Mountain=America/Phoenix, Mountain=America/Denver, Central America=America/Guatemala, Central=America/Chicago, Canada
  Central=America/Regina, SA Pacific=America/Bogota, Eastern=America/New_York, US Eastern=America/Indiana/Indianapolis,
  Venezuela=America/Caracas, Paraguay=America/Asuncion, Atlantic=America/Halifax, Central Brazilian=America/Cuiaba, SA
  Western=America/La_Paz, Pacific SA=America/Santiago, Newfoundland=America/St_Johns, E. South America=America/Sao_Paulo,
  Argentina=America/Argentina/Buenos_Aires, SA Eastern=America/Cayenne, Greenland=America/Nuuk, Montevideo=America/Montevideo,
  Bahia=America/Bahia, Azores=Atlantic/Azores, Cape Verde=Atlantic/Cape_Verde, Morocco=Africa/Casablanca, GMT=Europe/London,
  Greenwich=Atlantic/Reykjavik, W. Europe=Europe/Berlin, Central Europe=Europe/Budapest, Romance=Europe/Paris, Central
  European=Europe/Warsaw, W. Central Africa=Africa/Lagos, Namibia=Africa/Windhoek, Jordan=Asia/Amman, GTB=Europe/Bucharest, Middle
  East=Asia/Beirut, Egypt=Africa/Cairo, E. Europe=Europe/Chisinau, Syria=Asia/Damascus, South Africa=Africa/Johannesburg, FLE=Europe/Kyiv,
  Turkey=Europe/Istanbul, Israel=Asia/Jerusalem, Libya=Africa/Tripoli, Kaliningrad=Europe/Kaliningrad, Arabic=Asia/Baghdad,
  Arab=Asia/Riyadh, Belarus=Europe/Minsk, Russian=Europe/Moscow, E. Africa=Africa/Nairobi, Iran=Asia/Tehran, Arabian=Asia/Dubai,
  Azerbaijan=Asia/Baku, Mauritius=Indian/Mauritius, Georgian=Asia/Tbilisi, Caucasus=Asia/Yerevan, Afghanistan=Asia/Kabul, West
  Asia=Asia/Tashkent, Ekaterinburg=Asia/Yekaterinburg, Pakistan=Asia/Karachi, India=Asia/Kolkata, Sri Lanka=Asia/Colombo,
  Nepal=Asia/Kathmandu, Central Asia=Asia/Almaty, Bangladesh=Asia/Dhaka, Myanmar=Asia/Yangon, SE Asia=Asia/Bangkok, North
  Asia=Asia/Krasnoyarsk, China=Asia/Shanghai, North Asia East=Asia/Irkutsk, Singapore=Asia/Singapore, W. Australia=Australia/Perth,
  Taipei=Asia/Taipei, Ulaanbaatar=Asia/Ulaanbaatar, Tokyo=Asia/Tokyo, Korea=Asia/Seoul, Yakutsk=Asia/Yakutsk, Cen.
  Australia=Australia/Adelaide, AUS Central=Australia/Darwin, E. Australia=Australia/Brisbane, AUS Eastern=Australia/Sydney, West
  Pacific=Pacific/Port_Moresby, Tasmania=Australia/Hobart, Vladivostok=Asia/Vladivostok, Central Pacific=Pacific/Guadalcanal, New
  Zealand=Pacific/Auckland, Fiji=Pacific/Fiji, Tonga=Pacific/Tongatapu, Samoa=Pacific/Apia
`
