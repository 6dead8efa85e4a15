# SPDX-FileCopyrightText: Vedette contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of the page's pure modules (*.test.mjs beside this file) under node, where there is one."""
import pathlib
import shutil
import subprocess
import unittest

HERE = pathlib.Path(__file__).parent


class PageModules(unittest.TestCase):
    @unittest.skipUnless(shutil.which("node"), "there is no node here")
    def test_the_modules_of_the_page_that_need_no_page(self):
        files = sorted(str(file) for file in HERE.glob("*.test.mjs"))
        self.assertTrue(files)
        done = subprocess.run(["node", "--test", *files], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
