import type { ReactNode, SVGProps } from 'react';

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { readonly size?: number };

/** Draws on a 24-unit grid with one stroke width, so that all icons have the same weight; always used with a label. */
function drawn(shape: ReactNode) {
  return function Icon({ size = 18, ...rest }: IconProps) {
    return (
      <svg
        aria-hidden="true"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        {shape}
      </svg>
    );
  };
}

export const AddIcon = drawn(<path d="M12 5v14M5 12h14" />);
export const EditIcon = drawn(<path d="M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5" />);
export const DeleteIcon = drawn(<path d="M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5" />);
export const SearchIcon = drawn(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.5 4.5" />
  </>,
);
export const DownloadIcon = drawn(<path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14" />);
export const ColumnsIcon = drawn(<path d="M4 5h16v14H4zM9.3 5v14M14.7 5v14" />);
export const ChevronRightIcon = drawn(<path d="M9.5 5.5L16 12l-6.5 6.5" />);
export const ArrowLeftIcon = drawn(<path d="M20 12H4.500M10.500 6l-6 6 6 6" />);
export const ArrowRightIcon = drawn(<path d="M4 12h15.500M13.500 6l6 6-6 6" />);
export const ChevronDownIcon = drawn(<path d="M5.5 9.5L12 16l6.5-6.5" />);
export const CloseIcon = drawn(<path d="M6 6l12 12M18 6L6 18" />);
export const CheckIcon = drawn(<path d="M5 12.5l4.5 4.5L19 7" />);
export const WarningIcon = drawn(<path d="M12 4L2.8 20h18.4zM12 10v4.5M12 17.2v.1" />);
export const ErrorIcon = drawn(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5v5.5M12 16.2v.1" />
  </>,
);
export const InfoIcon = drawn(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5.5M12 7.7v.1" />
  </>,
);
export const HelpIcon = drawn(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M9.6 9.6a2.4 2.4 0 114 1.8c-1 .8-1.6 1.2-1.6 2.3M12 16.6v.1" />
  </>,
);
export const SunIcon = drawn(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2.2M12 19.3v2.2M2.5 12h2.2M19.3 12h2.2M5.3 5.3l1.5 1.5M17.2 17.2l1.5 1.5M5.3 18.7l1.5-1.5M17.2 6.8l1.5-1.5" />
  </>,
);
export const MoonIcon = drawn(<path d="M19.5 14.5A8 8 0 019.5 4.5a8 8 0 1010 10z" />);
export const LogoutIcon = drawn(<path d="M14 4.5H5.5v15H14M10.5 12H21M17 8l4 4-4 4" />);
export const DashboardIcon = drawn(<path d="M4 4.5h7v7H4zM13 4.5h7v4h-7zM13 10.5h7v9h-7zM4 13.5h7v6H4z" />);
export const KeyboardIcon = drawn(
  <path d="M3 6.5h18v11H3zM6.5 10h.1M10 10h.1M13.5 10h.1M17 10h.1M6.5 13.8h.1M17 13.8h.1M9.5 13.8h5" />,
);
export const CopyIcon = drawn(<path d="M9 9h11v11H9zM5.5 15H4V4h11v1.5" />);
export const MenuIcon = drawn(<path d="M4 7h16M4 12h16M4 17h16" />);
export const LockIcon = drawn(<path d="M5.5 10.5h13v9h-13zM8.5 10.5V8a3.5 3.5 0 017 0v2.5" />);
export const KeyIcon = drawn(
  <path d="M8 15.500a4 4 0 110-8 4 4 0 010 8zM11.500 13.500L20 13.500v3M16.500 13.500v2.500" />,
);
export const ClockIcon = drawn(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </>,
);
export const CalendarIcon = drawn(<path d="M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8" />);
export const SortUpIcon = drawn(<path d="M12 19V6M6.5 11L12 5.5 17.5 11" />);
export const SortDownIcon = drawn(<path d="M12 5v13M6.5 13l5.5 5.5 5.5-5.5" />);
export const ExpandIcon = drawn(
  <path d="M14 4.500h5.500V10M19.5 4.500L13 11M10 19.500H4.500V14M4.5 19.500L11 13" />,
);
export const CollapseIcon = drawn(<path d="M19.5 10H14V4.500M14 10l6-6M4.5 14H10v5.500M10 14l-6 6" />);
export const HistoryIcon = drawn(
  <path d="M4 12a8 8 0 108-8c-3 0-5.3 1.5-6.8 3.800M4.5 4v4.200h4.200M12 8v4.300l3 1.7" />,
);
export const PreviewIcon = drawn(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
);
export const ImageIcon = drawn(<path d="M4 5h16v14H4zM4 16l4.5-4.5 4 4 3-3L20 17M15.5 9.200v.1" />);
export const BookIcon = drawn(
  <path d="M12 6.500C10 5 7.5 4.5 4 4.500v13.500c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4.500c-3.5 0-6 .5-8 2zM12 6.500V20" />,
);
export const SwapIcon = drawn(<path d="M8 4v15M4 15.500L8 19.500l4-4M16 20V5M12 8.500l4-4 4 4" />);
export const MoreIcon = drawn(<path d="M5 12h.1M12 12h.1M19 12h.1" strokeWidth={3} />);
export const GripIcon = drawn(
  <path d="M9 6h.1M15 6h.1M9 12h.1M15 12h.1M9 18h.1M15 18h.1" strokeWidth={2.5} />,
);
export const ChevronLeftIcon = drawn(<path d="M14.5 5.500L8 12l6.5 6.5" />);
export const RedrawIcon = drawn(
  <path d="M19.5 5v5h-5M4.5 19v-5h5M19 10a7.5 7.5 0 00-13.5-2M5 14a7.5 7.5 0 0013.5 2" />,
);
export const SymbolsIcon = drawn(<path d="M4.5 19.500h5v-2.600a6.5 6.5 0 115 0v2.600h5" />);
/** Something expected that is missing: a tick in a broken ring. */
export const MissedIcon = drawn(
  <>
    <circle cx="12" cy="12" r="9" strokeDasharray="3.2 3.2" />
    <path d="M8 12.3l2.9 2.9L16 9.5" />
  </>,
);
export const HalfIcon = drawn(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 3.5a8.5 8.5 0 010 17z" fill="currentColor" stroke="none" />
  </>,
);
export const SkippedIcon = drawn(<path d="M6 12h12" />);
export const PrintIcon = drawn(<path d="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z" />);
export const FlagIcon = drawn(<path d="M6 21V4M6 5h11.500l-2.500 4 2.500 4H6" />);
export const ZoomInIcon = drawn(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.5 4.5M11 8.500v5M8.5 11h5" />
  </>,
);
export const ZoomOutIcon = drawn(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.500 4.500M8.5 11h5" />
  </>,
);
export const GridIcon = drawn(
  <path d="M4.5 4.500h6v6h-6zM13.5 4.500h6v6h-6zM4.5 13.500h6v6h-6zM13.5 13.500h6v6h-6z" />,
);
export const SendIcon = drawn(<path d="M12 19.500V7M6.500 12L12 6.500l5.500 5.500M5 4h14" />);
export const OfflineIcon = drawn(
  <path d="M4 4l16 16M8.500 16a5 5 0 017 0M5 12.500a10 10 0 015-2.700M14.5 10a10 10 0 014.500 2.500M2.500 9a15 15 0 014.500-2.900M11 5a15 15 0 0110.500 4M12 19.500h.1" />,
);
export const DotIcon = drawn(<circle cx="12" cy="12" r="5" fill="currentColor" />);
export const ToolsIcon = drawn(<path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5" />);
export const PlayIcon = drawn(<path d="M7 4.5v15l12.500-7.5z" fill="currentColor" />);
export const PauseIcon = drawn(<path d="M8 5v14M16 5v14" strokeWidth={4} />);
