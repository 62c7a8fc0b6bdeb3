import tempfile
import unittest
from pathlib import Path

import numpy as np

from training.page import table, write_section
from training.recognize import Errors


class Page(unittest.TestCase):
    def test_a_section_is_written_anew_and_all_else_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / 'page.md'
            page.write_text('before\n<!-- a -->\nold\n<!-- /a -->\nafter\n')
            write_section(page, 'a', ['new'])
            write_section(page, 'a', [r'newer \1'])
            self.assertEqual(page.read_text(), 'before\n<!-- a -->\n\nnewer \\1\n\n<!-- /a -->\nafter\n')
            with self.assertRaises(SystemExit):
                write_section(page, 'b', ['new'])

    def test_numbers_of_a_table_stand_to_the_right(self):
        self.assertEqual(table(['', 'dB'], [['x', '1.0']]), ['|  | dB |', '| --- | --: |', '| x | 1.0 |'])


class WordErrors(unittest.TestCase):
    def test_systems_that_fail_alike_differ_with_less_doubt_than_each_has(self):
        said = np.full(20, 10)
        ones = np.arange(20) % 5
        errors, others = Errors(ones, said), Errors(ones + (np.arange(20) == 3), said)
        self.assertAlmostEqual(errors.rate, 0.2)
        self.assertAlmostEqual(errors.deviation, ones.std(ddof=1) / np.sqrt(20) / 10)
        self.assertLess(others.deviation_of_difference(errors), errors.deviation / 2)


if __name__ == '__main__':
    unittest.main()
